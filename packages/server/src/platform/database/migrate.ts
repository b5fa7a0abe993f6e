import { CompiledQuery, sql } from "kysely";
import type { Clock } from "../clock.ts";
import { dialectOf } from "./dialect/dialect-of.ts";
import { migrations } from "./migrations/index.ts";
import { statementsFor, type Migration } from "./migrations/migration.ts";
import type { Database, OpenTransaction } from "./tables.ts";

/** Any number, the same in every process: whoever holds it migrates. */
const ADVISORY_LOCK = 7_305_591;

export interface MigrationStatus {
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  /** Applied by a newer program; this one must not touch the database. */
  readonly unknown: readonly string[];
}

/**
 * Brings the schema up to date. One transaction per step; a step that fails leaves nothing behind.
 *
 * Several processes may start at once: one migrates, the others wait and find nothing left to do. The
 * lock belongs to the transaction, so it is gone with whoever held it.
 *
 * @throws Error  the database was made by a newer program
 */
export async function migrate(db: Database, clock: Clock): Promise<{ applied: string[] }> {
  await createLedger(db);
  const applied: string[] = [];
  for (const migration of migrations) {
    const done = await db.transaction().execute((tx) => applyOnce(tx, migration, clock));
    if (done) applied.push(migration.name);
  }
  return { applied };
}

export async function migrationStatus(db: Database): Promise<MigrationStatus> {
  const names = await listApplied(db).catch(() => []);
  const known = migrations.map(({ name }) => name);
  return {
    applied: names,
    pending: known.filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !known.includes(name)),
  };
}

async function applyOnce(
  tx: OpenTransaction,
  migration: Migration,
  clock: Clock,
): Promise<boolean> {
  const dialect = dialectOf(tx);
  if (dialect === "postgres") await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
  const names = await listApplied(tx);
  refuseNewer(names);
  if (names.includes(migration.name)) return false;
  for (const statement of statementsFor(migration, dialect)) {
    await tx.executeQuery(CompiledQuery.raw(statement));
  }
  await sql`insert into schema_migrations (name, applied_at_ms)
    values (${migration.name}, ${clock.nowMs()})`.execute(tx);
  return true;
}

function refuseNewer(names: readonly string[]): void {
  const unknown = names.filter((name) => !migrations.some((known) => known.name === name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database is newer than this program: it has ${unknown.join(", ")}. ` +
      "Start the version that made it, or restore a backup made by this one.",
  );
}

async function createLedger(db: Database): Promise<void> {
  const dialect = dialectOf(db);
  const table = `create table if not exists schema_migrations (
    name text primary key,
    applied_at_ms integer not null
  )`;
  const [statement = table] = statementsFor({ name: "", statements: [table] }, dialect);
  await db.transaction().execute(async (tx) => {
    if (dialect === "postgres") {
      await sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`.execute(tx);
    }
    await tx.executeQuery(CompiledQuery.raw(statement));
  });
}

async function listApplied(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from schema_migrations order by name
  `.execute(db);
  return rows.map((row) => row.name);
}

import { sql, type Kysely } from "kysely";
import type { Clock } from "../time/clock.ts";
import { dialectOf } from "./dialect/dialect-of.ts";
import { migrations } from "./migrations/index.ts";
import { statementsFor, type Migration } from "./migrations/migration.ts";
import { latestStoredMs } from "./stored-times.ts";
import { runAll } from "./run-all.ts";
import { programSchema, readSchemaVersion } from "./schema-version.ts";
import { hasTable } from "./table-names.ts";
import type { Database, OpenTransaction } from "./tables.ts";
import { allowingTime } from "./time-allowed.ts";
import { transact } from "./transaction.ts";

/** An arbitrary number that no other program on the same PostgreSQL server uses. */
const LOCK_KEY = 7_620_115_903;

/** The migrations of a database. */
export interface MigrationStatus {
  readonly applied: string[];
  readonly pending: string[];
  /** Recorded in the database but unknown to this program: a newer version applied them. */
  readonly unknown: string[];
}

export interface MigrateOptions {
  readonly steps?: readonly Migration[];
  readonly before?: () => Promise<void>;
  readonly report?: StepReport;
}

/** Receives what an applied step has changed, in numbers. */
export type StepReport = (step: string, figures: Readonly<Record<string, number>>) => void;

/**
 * Brings the schema up to date, each step in its own transaction. Processes that start at the same
 * time wait for each other, and each step is applied once. The lock ends with its holder's
 * connection.
 *
 * @param options.steps  the program's migrations, except in tests
 * @param options.report  called after a step that has something to tell
 * @param options.before  awaited before the first change of a database that is not new
 * @returns names of the steps applied by this call
 * @throws Error if the database is too new for this program; the errors of `before`
 */
export async function migrate(
  db: Database,
  clock: Clock,
  { steps = migrations, before = async () => {}, report = () => {} }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  return allowingTime("unlimited", () => migrateAlone(db, clock, { steps, before, report }));
}

/**
 * The same as part of a transaction, which takes the lock with `lockSchema` before it changes
 * anything, to avoid deadlocks between waiting processes.
 */
export async function migrateWithin(
  tx: OpenTransaction,
  clock: Clock,
): Promise<{ applied: string[] }> {
  return applyPending(tx, clock, {
    steps: migrations,
    before: async () => {},
    report: () => {},
  });
}

/** Keeps `migrate` of other processes waiting until the transaction ends. */
export async function lockSchema(tx: OpenTransaction): Promise<void> {
  if (dialectOf(tx) === "sqlite") return;
  await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
}

function migrateAlone(
  db: Database,
  clock: Clock,
  options: Required<MigrateOptions>,
): Promise<{ applied: string[] }> {
  return holdingSchema(db, (held) => applyPending(held, clock, options));
}

async function applyPending(
  held: Database,
  clock: Clock,
  { steps, before, report }: Required<MigrateOptions>,
): Promise<{ applied: string[] }> {
  await createJournal(held);
  const { applied: former, pending, unknown } = await migrationStatus(held, steps);
  if (unknown.length > 0 && !(await canRead(held, steps))) {
    throw new Error(
      `the database is newer than this program (it has ${unknown.join(", ")}); ` +
        "start the newer version, or restore the backup made before the update",
    );
  }
  if (former.length > 0 && pending.length > 0) await before();
  const applied: string[] = [];
  for (const step of steps.filter(({ name }) => pending.includes(name))) {
    const figures: Readonly<Record<string, number>>[] = [];
    if (!(await apply(held, step, clock.nowMs(), figures))) continue;
    applied.push(step.name);
    for (const each of figures) report(step.name, each);
  }
  return { applied };
}

/** Whether this program can use a database that a newer one has migrated. */
async function canRead(db: Database, steps: readonly Migration[]): Promise<boolean> {
  return programSchema(steps) >= (await readSchemaVersion(db)).minReaderSchema;
}

/**
 * Applies steps to an empty database within the caller's transaction, without journal entries,
 * because the journal is loaded with the other rows.
 */
export async function applySteps(tx: Database, steps: readonly Migration[]): Promise<void> {
  await createJournal(tx);
  await runAll(
    tx,
    steps.flatMap((step) => statementsFor(step, dialectOf(tx))),
  );
}

/** Changes nothing; also works on an empty database. */
export async function migrationStatus(
  db: Database,
  steps: readonly Migration[] = migrations,
): Promise<MigrationStatus> {
  const recorded = await listRecorded(db);
  const known = steps.map(({ name }) => name);
  return {
    applied: known.filter((name) => recorded.includes(name)),
    pending: known.filter((name) => !recorded.includes(name)),
    unknown: recorded.filter((name) => !known.includes(name)),
  };
}

/** When the database was created: the time of its first migration, in epoch milliseconds. */
export async function readSchemaCreation(db: Database): Promise<number> {
  const { rows } = await sql<{ at_ms: number }>`
    select min(applied_at_ms) as at_ms from schema_migrations
  `.execute(db);
  return Number(rows[0]?.at_ms);
}

/**
 * If a wrong clock dated the creation in the future, counts the database as created now. Otherwise
 * it would be too young for any alarm until then.
 */
export async function settleSchemaCreation(db: Database, nowMs: number): Promise<void> {
  await sql`
    update schema_migrations set applied_at_ms = ${nowMs}
    where applied_at_ms > ${latestStoredMs(nowMs)}
  `.execute(db);
}

/** On SQLite the write lock of each step's transaction is enough. */
export async function holdingSchema<T>(
  db: Database,
  work: (held: Database) => Promise<T>,
): Promise<T> {
  if (dialectOf(db) === "sqlite") return work(db);
  return db.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(${LOCK_KEY})`.execute(held);
    try {
      return await work(held);
    } finally {
      // A lost connection has already released the lock, and the original error matters more.
      await sql`select pg_advisory_unlock(${LOCK_KEY})`.execute(held).catch(() => {});
    }
  });
}

const journal: Migration = {
  name: "journal",
  statements: [
    `create table if not exists schema_migrations (
      name text primary key,
      applied_at_ms integer not null
    )`,
  ],
};

async function createJournal(db: Database): Promise<void> {
  for (const text of statementsFor(journal, dialectOf(db))) await sql.raw(text).execute(db);
}

/** @returns false if another process was faster */
async function apply(
  db: Database,
  step: Migration,
  atMs: number,
  figures: Readonly<Record<string, number>>[],
): Promise<boolean> {
  return transact(db, async (tx) => {
    // First, because the insert also shows whether this step still has to be applied.
    const { numAffectedRows } = await sql`insert into schema_migrations (name, applied_at_ms)
      values (${step.name}, ${atMs}) on conflict do nothing`.execute(tx);
    if (numAffectedRows === 0n) return false;
    await runAll(tx, statementsFor(step, dialectOf(db)));
    await step.work?.(tx, atMs, (each) => void figures.push(each));
    return true;
  });
}

async function listRecorded(db: Database): Promise<string[]> {
  if (!(await hasTable(db, "schema_migrations"))) return [];
  const tables = db as unknown as Kysely<{ schema_migrations: { name: string } }>;
  const rows = await tables
    .selectFrom("schema_migrations")
    .select("name")
    .orderBy("name")
    .execute();
  return rows.map((row) => row.name);
}

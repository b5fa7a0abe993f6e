import { sql } from "kysely";
import { dialectOf } from "@wordloom/server/platform/database/dialect/dialect-of";
import type { Database } from "@wordloom/server/platform/database/tables";
import { openPatient } from "./paced-database.ts";
import { createTestClock } from "../service/test-clock.ts";
import { createWrittenTables, type WrittenTables } from "./written-tables.ts";
import {
  openTestDatabase,
  testDialect,
  type OpenAt,
  type Owners,
  type TestDatabase,
} from "./test-database.ts";

/** A database, the handle that empties it, and the tables to empty. */
interface Shared extends TestDatabase {
  readonly cleaning: Cleaning;
  readonly written: WrittenTables;
}

// One database of each kind, emptied before every use, because creating one takes longer than a
// test. On SQLite each test file has its own; on PostgreSQL each worker, whose connections first
// have to read the catalog and plan every statement.
const shared = new Map<Owners, Promise<Shared>>();
/** The databases that the last test file no longer uses. */
const left = new Set<Owners>();

/**
 * An empty database with a new handle, so that no caches of an earlier app are reused. An app's
 * database may hold the rows that every start creates.
 *
 * @param owners  unchecked by default: tests of one service need no accounts
 */
export async function openCleanDatabase(owners: Owners = "unchecked"): Promise<Database> {
  const opening = shared.get(owners) ?? openShared(owners);
  shared.set(owners, opening);
  const { database, cleaning, written } = await opening;
  await cleaning.emptyTables(written.take(), owners === "checked" ? MADE_AT_START : {});
  if (left.delete(owners)) await cleaning.freeSpace();
  return database.withoutPlugins();
}

/** For `afterAll`. */
export async function closeCleanDatabase(): Promise<void> {
  if (testDialect === "postgres") {
    for (const owners of shared.keys()) left.add(owners);
    return;
  }
  const opened = await Promise.all(shared.values());
  shared.clear();
  for (const { close } of opened) await close();
}

async function openShared(owners: Owners): Promise<Shared> {
  let written: WrittenTables | undefined;
  const opened = await openTestDatabase(owners, (text) => written?.note(text));
  written = createWrittenTables(await tablesOf(opened.database));
  return { ...opened, written, cleaning: await cleaningOf(opened) };
}

/** SQL conditions, by table. */
type Kept = Readonly<Record<string, string>>;

/** The engine's first configuration: creating it takes as long as the rest of a start. */
const MADE_AT_START: Kept = {
  engine_config_versions: `parent_version_hash is null
    and created_at_ms = ${createTestClock().nowMs()}`,
};

/** Empties one database. */
export interface Cleaning {
  /**
   * Removes all rows.
   *
   * @param written  the tables that may hold rows; by default they are looked up
   * @param kept     conditions of the rows that stay
   */
  emptyTables(written?: readonly string[], kept?: Kept): Promise<void>;
  /**
   * Returns the space of deleted rows, which every scan would read otherwise.
   */
  freeSpace(): Promise<void>;
  close(): Promise<void>;
}

/**
 * On PostgreSQL through a separate connection with triggers off, because checking foreign keys
 * takes longer than everything else. This needs the right to switch them off.
 */
export async function cleaningOf({ url, database }: OpenAt): Promise<Cleaning> {
  if (url === undefined) return cleaningSqlite(database);
  const quiet = new URL(url);
  quiet.searchParams.set("options", "-c session_replication_role=replica");
  const handle = await openPatient(quiet.href, 1);
  return {
    // One round trip and, unlike truncate, no new files.
    async emptyTables(written, kept = {}) {
      if (written?.length === 0) return;
      const deletions = written?.map((name) => deletion(name, kept));
      await (deletions === undefined ? EMPTY_POSTGRES : atOnce(deletions)).execute(handle);
    },
    async freeSpace() {
      await EMPTY_POSTGRES.execute(handle);
      const { rows } = await sql<{ one: string }>`${sql.raw(USED)}`.execute(handle);
      if (rows.length === 0) return;
      await sql.raw(`vacuum ${rows.map(({ one }) => one).join(", ")}`).execute(handle);
      await RESTART_NUMBERS.execute(handle);
    },
    close: () => handle.destroy(),
  };
}

function cleaningSqlite(database: Database): Cleaning {
  return {
    async emptyTables(written, kept = {}) {
      for (const name of written ?? (await tablesWithRows(database))) {
        await sql.raw(deletion(name, kept)).execute(database);
      }
    },
    freeSpace: async () => undefined,
    close: async () => undefined,
  };
}

function deletion(table: string, kept: Kept): string {
  const condition = kept[table];
  return `delete from "${table}"${condition === undefined ? "" : ` where not (${condition})`}`;
}

const SCHEMA = "'schema_migrations', 'schema_reader'";

/** The names of all tables with rows, except those of the schema itself. */
export async function tablesWithRows(database: Database): Promise<readonly string[]> {
  const looks = (await tablesOf(database)).map(
    (name) => `select '${name}' as name where exists (select 1 from "${name}")`,
  );
  const { rows } = await sql.raw<{ name: string }>(looks.join(" union all ")).execute(database);
  return rows.map(({ name }) => name);
}

/** Cached: all databases of a run have the same tables. */
let known: Promise<readonly string[]> | undefined;

function tablesOf(database: Database): Promise<readonly string[]> {
  return (known ??= listTables(database));
}

async function listTables(database: Database): Promise<readonly string[]> {
  const found = await (
    dialectOf(database) === "postgres"
      ? sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'
        and relnamespace = current_schema()::regnamespace and relname not in (${sql.raw(SCHEMA)})`
      : sql<{ name: string }>`select name from sqlite_master
        where type = 'table' and name not like 'sqlite_%' and name not in (${sql.raw(SCHEMA)})
        and (sql like 'create virtual%' or name not like '%search_%')`
  ).execute(database);
  return found.rows.map(({ name }) => name);
}

/** PostgreSQL tables that hold rows, or have held some. */
const USED = `select oid::regclass as one from pg_class where relkind = 'r'
  and relname not in (${SCHEMA}) and relnamespace = current_schema()::regnamespace
  and pg_relation_size(oid) > 0`;

/** Several statements cannot be prepared, so texts that begin with this one never are. */
const UNPREPARED = "set session_replication_role = replica";

function atOnce(statements: readonly string[]) {
  return sql.raw([UNPREPARED, ...statements].join("; "));
}

const EMPTY_POSTGRES = sql.raw(`do $$ declare one regclass; begin
  for one in ${USED} loop execute 'delete from ' || one; end loop; end $$`);

/** Generated keys start from the beginning again. */
const RESTART_NUMBERS = sql`select setval(seqrelid::regclass, seqstart, false) from pg_sequence
  where pg_sequence_last_value(seqrelid) is not null`;

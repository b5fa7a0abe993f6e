import { sql } from "kysely";
import { dialectOf } from "../platform/database/dialect/dialect-of.ts";
import type { Database } from "../platform/database/tables.ts";
import { openTestDatabase, testDialect, type Owners, type TestDatabase } from "./test-database.ts";

// One database of each kind, emptied before every use, because creating one takes longer than a
// test: of each test file on SQLite, of each worker on PostgreSQL, whose connections first have to
// read the catalogue and plan every statement.
const shared = new Map<Owners, Promise<TestDatabase>>();
/** Those that a test file has left. */
const left = new Set<Owners>();

/**
 * An empty database with a new handle, so that no caches of an earlier app are reused.
 *
 * @param owners  unchecked by default: tests of one service need no accounts
 */
export async function openCleanDatabase(owners: Owners = "unchecked"): Promise<Database> {
  const opening = shared.get(owners) ?? openTestDatabase(owners);
  shared.set(owners, opening);
  const database = (await opening).database.withoutPlugins();
  if (left.delete(owners)) await TRUNCATE_POSTGRES.execute(database);
  else await emptyTables(database);
  return database;
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

const KEPT = "'schema_migrations', 'schema_reader'";

/** Removes all rows. Most tables are already empty, and checking is cheaper than deleting. */
export async function emptyTables(database: Database): Promise<void> {
  if (dialectOf(database) === "postgres") {
    // One round trip and, unlike truncate, no new files.
    await EMPTY_POSTGRES.execute(database);
    return;
  }
  for (const name of await tablesWithRows(database)) {
    await sql.raw(`delete from "${name}"`).execute(database);
  }
}

/** The names of all tables that hold something, but for those of the schema itself. */
export async function tablesWithRows(database: Database): Promise<readonly string[]> {
  known ??= listTables(database);
  const looks = (await known).map(
    (name) => `select '${name}' as name where exists (select 1 from "${name}")`,
  );
  const { rows } = await sql.raw<{ name: string }>(looks.join(" union all ")).execute(database);
  return rows.map(({ name }) => name);
}

/** All databases of a run have the same tables. */
let known: Promise<readonly string[]> | undefined;

async function listTables(database: Database): Promise<readonly string[]> {
  const found = await (
    dialectOf(database) === "postgres"
      ? sql<{ name: string }>`select relname as name from pg_class where relkind = 'r'
        and relnamespace = current_schema()::regnamespace and relname not in (${sql.raw(KEPT)})`
      : sql<{ name: string }>`select name from sqlite_master
        where type = 'table' and name not like 'sqlite_%' and name not in (${sql.raw(KEPT)})
        and (sql like 'create virtual%' or name not like '%search_%')`
  ).execute(database);
  return found.rows.map(({ name }) => name);
}

/** Tables of PostgreSQL that hold something, or have held it. */
const USED = `select oid::regclass as one from pg_class where relkind = 'r'
  and relname not in (${KEPT}) and relnamespace = current_schema()::regnamespace
  and pg_relation_size(oid) > 0`;

const EMPTY_POSTGRES = sql.raw(`do $$ declare one regclass; begin
  for one in ${USED} loop execute 'delete from ' || one; end loop; end $$`);

/** As new: what was deleted takes no place, either, which would be looked through every time. */
const TRUNCATE_POSTGRES = sql.raw(`do $$ declare used text; begin
  select string_agg(one::text, ', ') into used from (${USED}) as tables;
  if used is not null then execute 'truncate ' || used || ' restart identity cascade'; end if;
  end $$`);

import { sql } from "kysely";
import { dialectOf } from "../platform/database/dialect/dialect-of.ts";
import type { Database } from "../platform/database/tables.ts";
import { openTestDatabase, type Owners, type TestDatabase } from "./test-database.ts";

// One database of each kind per test file, emptied before every use, because creating one takes
// longer than a test.
const shared = new Map<Owners, Promise<TestDatabase>>();

/**
 * An empty database with a new handle, so that no caches of an earlier app are reused.
 *
 * @param owners  unchecked by default: tests of one service need no accounts
 */
export async function openCleanDatabase(owners: Owners = "unchecked"): Promise<Database> {
  const opening = shared.get(owners) ?? openTestDatabase(owners);
  shared.set(owners, opening);
  const database = (await opening).database.withoutPlugins();
  await emptyTables(database);
  return database;
}

/** For `afterAll`. */
export async function closeCleanDatabase(): Promise<void> {
  const opened = await Promise.all(shared.values());
  shared.clear();
  for (const { close } of opened) await close();
}

const KEPT = "'schema_migrations', 'schema_reader'";

/** Most tables are already empty, and checking is cheaper than deleting. */
async function emptyTables(database: Database): Promise<void> {
  if (dialectOf(database) === "postgres") {
    // One round trip and, unlike truncate, no new files.
    await EMPTY_POSTGRES.execute(database);
    return;
  }
  const names = await tablesOfSqlite(database);
  const looks = names.map(
    (name) => `select '${name}' as name where exists (select 1 from "${name}")`,
  );
  const { rows } = await sql.raw<{ name: string }>(looks.join(" union all ")).execute(database);
  for (const { name } of rows) await sql.raw(`delete from "${name}"`).execute(database);
}

const EMPTY_POSTGRES = sql.raw(`do $$ declare one regclass; begin
  for one in select oid from pg_class where relkind = 'r' and relname not in (${KEPT})
    and relnamespace = current_schema()::regnamespace and pg_relation_size(oid) > 0
  loop execute 'delete from ' || one; end loop; end $$`);

let known: Promise<readonly string[]> | undefined;

/** All databases of a run have the same tables. */
function tablesOfSqlite(database: Database): Promise<readonly string[]> {
  known ??= listTables(database);
  return known;
}

async function listTables(database: Database): Promise<readonly string[]> {
  const found = await sql<{ name: string }>`select name from sqlite_master
    where type = 'table' and name not like 'sqlite_%' and name not in (${sql.raw(KEPT)})
    and (sql like 'create virtual%' or name not like '%search_%')`.execute(database);
  return found.rows.map(({ name }) => name);
}

import { sql } from "kysely";
import { dialectOf } from "../platform/database/dialect/dialect-of.ts";
import type { Database } from "../platform/database/tables.ts";
import { openTestDatabase, type TestDatabase } from "./test-database.ts";

// One database for a whole test file, emptied before every use: a new one takes longer than a test.
let shared: Promise<TestDatabase> | undefined;

/** An empty database, and a new handle to it, so that no cache of an earlier app is taken over. */
export async function openCleanDatabase(): Promise<Database> {
  shared ??= openTestDatabase();
  const database = (await shared).database.withoutPlugins();
  await emptyTables(database);
  return database;
}

/** For `afterAll`. */
export async function closeCleanDatabase(): Promise<void> {
  const open = await shared;
  shared = undefined;
  await open?.close();
}

const KEPT = new Set(["schema_migrations"]);

async function emptyTables(database: Database): Promise<void> {
  const names = await tableNames(database);
  const statements = names.map((name) => `delete from "${name}"`);
  if (dialectOf(database) === "postgres") {
    // One round trip, and unlike truncate no new files.
    await sql.raw(`do $$ begin ${statements.join("; ")}; end $$`).execute(database);
    return;
  }
  for (const statement of statements) await sql.raw(statement).execute(database);
}

const namesByDialect = new Map<string, Promise<readonly string[]>>();

function tableNames(database: Database): Promise<readonly string[]> {
  const dialect = dialectOf(database);
  const known = namesByDialect.get(dialect) ?? listTables(database);
  namesByDialect.set(dialect, known);
  return known;
}

async function listTables(database: Database): Promise<readonly string[]> {
  const found =
    dialectOf(database) === "postgres"
      ? await sql<{ name: string }>`select tablename as name from pg_tables
          where schemaname = current_schema()`.execute(database)
      : await sql<{ name: string }>`select name from sqlite_master
          where type = 'table' and name not like 'sqlite_%'
          and (sql like 'create virtual%' or name not like '%search_%')`.execute(database);
  return found.rows.map(({ name }) => name).filter((name) => !KEPT.has(name));
}

import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/**
 * All tables of a database; none if it is empty. PostgreSQL's view of them takes twice as long to
 * read.
 */
export async function listTables(db: Database): Promise<string[]> {
  const found =
    dialectOf(db) === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_schema
          where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select relname as name from pg_class
          where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`;
  return (await found.execute(db)).rows.map(({ name }) => name);
}

/** Whether a table with this name exists; also works on an empty database. */
export async function hasTable(db: Database, name: string): Promise<boolean> {
  const found =
    dialectOf(db) === "sqlite"
      ? sql`select 1 from sqlite_schema where name = ${name}`
      : sql`select 1 where to_regclass(${name}) is not null`;
  return (await found.execute(db)).rows.length > 0;
}

import { sql } from "kysely";
import { dialectOf } from "./dialect/dialect-of.ts";
import type { Database } from "./tables.ts";

/** The tables of a database, whoever made them; none if it is empty. */
export async function listTables(db: Database): Promise<string[]> {
  const found =
    dialectOf(db) === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_schema
          where type = 'table' and name not like 'sqlite%'`
      : sql<{ name: string }>`select tablename as name from pg_tables
          where schemaname = current_schema()`;
  return (await found.execute(db)).rows.map(({ name }) => name);
}

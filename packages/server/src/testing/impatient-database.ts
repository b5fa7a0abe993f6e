import { Kysely, sql } from "kysely";
import type { PostgresDeadlines } from "../platform/database/dialect/postgres-deadlines.ts";
import { postgresDialect } from "../platform/database/dialect/postgres-dialect.ts";
import type { Database, Tables } from "../platform/database/tables.ts";

/** A connected handle to PostgreSQL with deadlines shorter than those of the service. */
export async function openImpatient(
  url: string,
  poolSize: number,
  deadlines: PostgresDeadlines,
): Promise<Database> {
  const dialect = postgresDialect({ url, poolSize, deadlines });
  const database = new Kysely<Tables>({ dialect });
  await sql`select 1`.execute(database);
  return database;
}

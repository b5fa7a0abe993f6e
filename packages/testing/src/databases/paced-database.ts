import { Kysely, sql } from "kysely";
import {
  postgresDeadlines,
  type PostgresDeadlines,
} from "@wordloom/server/platform/database/dialect/postgres-deadlines";
import { postgresDialect } from "@wordloom/server/platform/database/dialect/postgres-dialect";
import type { Database, Tables } from "@wordloom/server/platform/database/tables";
import { noting, type Note } from "./noting-dialect.ts";

/** Ten times the patience of the service: a test must not fail because the machine is busy. */
const patient: PostgresDeadlines = {
  ...postgresDeadlines,
  connectMs: 30_000,
  statementMs: 40_000,
  lockMs: 30_000,
  idleInTransactionMs: 50_000,
};

/** A connected handle to PostgreSQL for tests that are not about its deadlines. */
export function openPatient(url: string, poolSize: number, note?: Note): Promise<Database> {
  return openPaced(url, poolSize, patient, note);
}

/** A connected handle to PostgreSQL with deadlines of the test's choice. */
export async function openPaced(
  url: string,
  poolSize: number,
  deadlines: PostgresDeadlines,
  note?: Note,
): Promise<Database> {
  const dialect = postgresDialect({ url, poolSize, deadlines });
  const database = new Kysely<Tables>({ dialect: noting(dialect, note) });
  await sql`select 1`.execute(database);
  return database;
}

import { Kysely } from "kysely";
import { sqliteFile } from "./connection.ts";
import { postgresDeadlines } from "./dialect/postgres-deadlines.ts";
import { postgresDialect } from "./dialect/postgres-dialect.ts";
import { readingDialect } from "./dialect/reading-dialect.ts";
import { storageOf } from "./dialect/storage-state.ts";
import type { Database, Tables } from "./tables.ts";

/** Few, so that reports take only a small share of the server. */
const POOL_SIZE = 2;

/** Longer than for usual statements, but the reply still comes within ten seconds. */
const STATEMENT_MS = 6_000;

/**
 * A handle for heavy reads by administrators, separate from what learners wait for: for SQLite a
 * connection in its own thread, for PostgreSQL a small separate pool. It cannot write on SQLite and
 * opens no transactions; each statement sees what was committed before it began.
 *
 * It connects with the first statement.
 *
 * @param database  the open database; an in-memory one has no second connection, and one opened on
 * a full disk may have none
 */
export function openReports(url: string, database: Database): Database {
  const file = sqliteFile(url);
  if (file === ":memory:" || storageOf(database).state === "reading") return database;
  if (file !== undefined) return new Kysely<Tables>({ dialect: readingDialect(file) });
  const deadlines = { ...postgresDeadlines, statementMs: STATEMENT_MS };
  return new Kysely<Tables>({ dialect: postgresDialect({ url, poolSize: POOL_SIZE, deadlines }) });
}

import { Kysely } from "kysely";
import { sqliteFile } from "./connection.ts";
import { postgresDeadlines } from "./dialect/postgres-deadlines.ts";
import { postgresDialect } from "./dialect/postgres-dialect.ts";
import { readingDialect } from "./dialect/reading-dialect.ts";
import { storageOf } from "./dialect/storage-state.ts";
import type { Database, Tables } from "./tables.ts";

/** Few, so that reports take no more than their share of the server. */
const POOL_SIZE = 2;

/** Longer than for usual statements; but the reply, too, comes within ten seconds. */
const STATEMENT_MS = 6_000;

/**
 * A handle for heavy reads of administrators, apart from what learners wait for: for SQLite a
 * connection in a thread of its own, for PostgreSQL a small pool of its own. It cannot write on
 * SQLite and opens no transactions; what was committed before a statement began is seen by it.
 *
 * Nothing is connected before the first statement.
 *
 * @param database  the open database; one in memory has no second connection, and one that was
 *   opened on a full disk may have none
 */
export function openReports(url: string, database: Database): Database {
  const file = sqliteFile(url);
  if (file === ":memory:" || storageOf(database).state === "reading") return database;
  if (file !== undefined) return new Kysely<Tables>({ dialect: readingDialect(file) });
  const deadlines = { ...postgresDeadlines, statementMs: STATEMENT_MS };
  return new Kysely<Tables>({ dialect: postgresDialect({ url, poolSize: POOL_SIZE, deadlines }) });
}

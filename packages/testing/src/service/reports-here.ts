import { Kysely } from "kysely";
import type { ReadingClient } from "@wordloom/server/platform/database/dialect/reading-client";
import { openReadingConnection } from "@wordloom/server/platform/database/dialect/reading-connection";
import { readingDialect } from "@wordloom/server/platform/database/dialect/reading-dialect";
import type { Database, Tables } from "@wordloom/server/platform/database/tables";

/**
 * The read-only report connection of a service on SQLite, but in the caller's thread: starting
 * another thread takes longer than most tests' reads.
 *
 * @param file  an existing database in WAL mode by the time of the first statement
 */
export function openReportsHere(file: string): Database {
  return new Kysely<Tables>({ dialect: readingDialect(file, readHere) });
}

function readHere(file: string): ReadingClient {
  let opened: ReturnType<typeof openReadingConnection> | undefined;
  return {
    run: async (task) => (opened ??= openReadingConnection(file)).read(task),
    close: async () => opened?.close(),
  };
}

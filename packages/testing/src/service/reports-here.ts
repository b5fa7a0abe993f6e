import { Kysely } from "kysely";
import type { ReadingClient } from "@wordloom/server/platform/database/dialect/reading-client";
import { openReadingConnection } from "@wordloom/server/platform/database/dialect/reading-connection";
import { readingDialect } from "@wordloom/server/platform/database/dialect/reading-dialect";
import type { Database, Tables } from "@wordloom/server/platform/database/tables";

/**
 * Reports as a service has them on SQLite, with the same connection, which cannot write, but in the
 * thread of the caller: to start another takes longer than all that most tests read.
 *
 * @param file  of an existing database in WAL mode, when the first statement comes
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

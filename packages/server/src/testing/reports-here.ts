import { Kysely } from "kysely";
import type { ReadingClient } from "../platform/database/dialect/reading-client.ts";
import { openReadingConnection } from "../platform/database/dialect/reading-connection.ts";
import { readingDialect } from "../platform/database/dialect/reading-dialect.ts";
import type { Database, Tables } from "../platform/database/tables.ts";

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

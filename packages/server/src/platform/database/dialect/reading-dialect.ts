import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from "kysely";
import type { SQLInputValue } from "node:sqlite";
import { createReadingClient, type ReadingClient } from "./reading-client.ts";

/** The thread runs one statement after another, whichever connection it came from. */
class ReadingAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/**
 * A Kysely dialect for reading an SQLite file outside the event loop. No transactions and no
 * writes; each statement sees what was committed before it began.
 *
 * @param open  how the file is read
 */
export function readingDialect(
  file: string,
  open: (file: string) => ReadingClient = createReadingClient,
): Dialect {
  return {
    createAdapter: () => new ReadingAdapter(),
    createDriver: () => createDriver(open(file)),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

function createDriver(client: ReadingClient): Driver {
  const connection: DatabaseConnection = {
    async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      const values = parameters as readonly SQLInputValue[];
      const rows = await client.run({ text: sql, values });
      return { rows: rows as R[] };
    },
    // Callers read pages by key instead, because a cursor would hold the log of the database.
    streamQuery: refuseTransactions,
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(connection),
    releaseConnection: () => Promise.resolve(),
    beginTransaction: refuseTransactions,
    commitTransaction: refuseTransactions,
    rollbackTransaction: refuseTransactions,
    destroy: () => client.close(),
  };
}

function refuseTransactions(): never {
  throw new Error("reports read without transactions and cursors");
}

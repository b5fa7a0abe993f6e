import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { CompiledQuery, DatabaseConnection, QueryResult } from "kysely";
import { takeTurns } from "../../time/turns.ts";
import type { BusyRetry } from "./busy-retry.ts";
import { createPreparedStatements } from "./prepared-statements.ts";

/** Enough for all statements of the program, including some whose text varies. */
const STATEMENTS_MAX = 512;

/** About the size of a row. */
const ROW_BYTES = 256;

export interface SqliteConnection extends DatabaseConnection {
  readonly file: DatabaseSync;
  /** Rows written since the last call. The bytes of files count as the rows that take as many. */
  rowsWritten(): number;
}

/**
 * Runs queries on an open file, synchronously. Kysely expects promises, but a query really waits
 * only if the file is locked or if many others ran in the same turn of the event loop.
 */
export function createSqliteConnection(file: DatabaseSync, busyRetry: BusyRetry): SqliteConnection {
  const prepared = createPreparedStatements(file, STATEMENTS_MAX);
  const changes = file.prepare("select total_changes() as total");
  let reported = 0;
  let fileBytes = 0;

  return {
    file,

    rowsWritten() {
      const { total } = changes.get() as { total: number };
      const rows = total - reported + Math.floor(fileBytes / ROW_BYTES);
      reported = total;
      fileBytes = 0;
      return rows;
    },

    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const turn = takeTurns();
      if (turn !== undefined) await turn;
      try {
        return execute<R>(query);
      } catch (error) {
        return busyRetry.retry(error, () => execute<R>(query));
      }
    },

    async *streamQuery<R>(query: CompiledQuery, chunkSize: number) {
      // Not cached: the same text may be run again while this statement is still being read.
      const statement = file.prepare(query.sql);
      const values = query.parameters as readonly SQLInputValue[];
      let rows: R[] = [];
      for (const row of statement.iterate(...values)) {
        rows.push(row as R);
        if (rows.length < chunkSize) continue;
        yield { rows };
        rows = [];
      }
      if (rows.length > 0) yield { rows };
    },
  };

  function execute<R>(query: CompiledQuery): QueryResult<R> {
    const statement = prepared(query.sql);
    const values = query.parameters as readonly SQLInputValue[];
    if (statement.hasRows) return { rows: statement.readRows(values) as R[] };
    for (const value of values) if (value instanceof Uint8Array) fileBytes += value.byteLength;
    const { changes, lastInsertRowid } = statement.run(...values);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  }
}

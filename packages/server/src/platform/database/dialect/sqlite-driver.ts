import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from "kysely";
import { createMutex } from "./mutex.ts";

/** Prepared statements kept per database; the least recently used goes first. */
const STATEMENTS_MAX = 500;

/** Rows handed over at a time when a result is streamed. */
const STREAM_ROWS = 200;

/**
 * Kysely's driver over Node's own SQLite.
 *
 * There is one connection and it is synchronous: whoever holds it (a query, or a transaction until its
 * end) holds it alone, the others wait in line. Statements are prepared once and remembered, which
 * makes a cached query several times cheaper than preparing it anew.
 */
export function createSqliteDriver(open: () => DatabaseSync): Driver {
  const mutex = createMutex();
  let connection: SqliteConnection | undefined;
  const run = (text: string) => connection?.database.exec(text);
  return {
    async init() {
      connection = createConnection(open());
    },
    async acquireConnection() {
      await mutex.lock();
      if (connection === undefined) throw new Error("the database is closed");
      return connection;
    },
    async releaseConnection() {
      mutex.unlock();
    },
    // Immediate: a transaction that will write must not find out half-way that another one does.
    async beginTransaction() {
      run("begin immediate");
    },
    async commitTransaction() {
      run("commit");
    },
    async rollbackTransaction() {
      if (connection?.database.isTransaction) run("rollback");
    },
    async destroy() {
      connection?.database.close();
      connection = undefined;
    },
  };
}

interface SqliteConnection extends DatabaseConnection {
  readonly database: DatabaseSync;
}

function createConnection(database: DatabaseSync): SqliteConnection {
  const statements = new Map<string, StatementSync>();
  const prepare = (text: string) => {
    const known = statements.get(text);
    if (known !== undefined) {
      // Most recently used goes last, so that the first is the one to drop.
      statements.delete(text);
      statements.set(text, known);
      return known;
    }
    const fresh = database.prepare(text);
    statements.set(text, fresh);
    const oldest = statements.keys().next();
    if (statements.size > STATEMENTS_MAX && !oldest.done) statements.delete(oldest.value);
    return fresh;
  };
  return {
    database,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const statement = prepare(query.sql);
      const parameters = query.parameters as readonly SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...parameters) as R[] };
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    },
    async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
      // A statement of its own: a remembered one may be asked again while this one is half read.
      const statement = database.prepare(query.sql);
      let rows: R[] = [];
      for (const row of statement.iterate(...(query.parameters as readonly SQLInputValue[]))) {
        rows.push(row as R);
        if (rows.length < STREAM_ROWS) continue;
        yield { rows };
        rows = [];
      }
      if (rows.length > 0) yield { rows };
    },
  };
}

import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, type Dialect } from "kysely";
import { createSqliteDriver } from "./sqlite-driver.ts";

/** Write-ahead log kept at most this large after a checkpoint. */
const JOURNAL_BYTES_MAX = 64 * 1024 * 1024;

/** Page cache in KiB; the library and the hot index pages of a busy day fit. */
const CACHE_KIB = 65_536;

/**
 * SQLite in one file, or in memory for `:memory:`.
 *
 * `synchronous = FULL`: a commit is on the disk before the reply that acknowledges it.
 */
export function createSqliteDialect(file: string, busyTimeoutMs: number): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createSqliteDriver(() => openFile(file, busyTimeoutMs)),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function openFile(file: string, busyTimeoutMs: number): DatabaseSync {
  if (file !== ":memory:") makePrivate(file);
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma journal_size_limit = ${JOURNAL_BYTES_MAX};
    pragma cache_size = -${CACHE_KIB};
    pragma temp_store = memory;
  `);
  return database;
}

/** Learners' data: nobody but the service reads the file, nor the -wal and -shm made beside it. */
function makePrivate(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  closeSync(openSync(file, "a", 0o600));
  chmodSync(file, 0o600);
}

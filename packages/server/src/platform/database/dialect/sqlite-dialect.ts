import { DatabaseSync } from "node:sqlite";
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type Driver,
  type TransactionSettings,
} from "kysely";
import { takeTurns } from "../../time/turns.ts";
import { createBusyRetry, type BusyRetry } from "./busy-retry.ts";
import { addFoldCase } from "./fold-case.ts";
import { createCheckpoints, type Checkpoints } from "./checkpoints.ts";
import { flushesOfLog, type Flushes } from "./log-flushes.ts";
import { createSqliteConnection, type SqliteConnection } from "./sqlite-connection.ts";
import { createMutex } from "./mutex.ts";

/** Minimum timeout for waiting for the connection, however short the busy timeout. */
const MUTEX_WAIT_MIN_MS = 10_000;

export interface SqliteOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  /** How long a statement waits for another process that has locked the file. */
  readonly busyTimeoutMs: number;
  /** What `:memory:` begins with: a copy of another database, from `serialize` of node:sqlite. */
  readonly image?: Uint8Array;
}

/**
 * A Kysely dialect for `node:sqlite`: one connection, used by one query or transaction at a time.
 */
export function sqliteDialect(options: SqliteOptions): Dialect {
  return {
    createAdapter: () => new QueuedAdapter(),
    createDriver: () => createDriver(options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely's own mutex for single connections is not fair, so the driver has its own. */
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(options: SqliteOptions): Driver {
  const mutex = createMutex(Math.max(options.busyTimeoutMs, MUTEX_WAIT_MIN_MS));
  let connection: SqliteConnection | undefined;
  let busyRetry: BusyRetry | undefined;
  let checkpoints: Checkpoints | undefined;
  let flushes: Flushes | undefined;
  let inTransaction = false;

  function opened(): SqliteConnection {
    if (connection === undefined) throw new Error("the database is closed");
    return connection;
  }

  return {
    async init() {
      const file = openFile(options);
      busyRetry = createBusyRetry(file, mutex, options.busyTimeoutMs);
      connection = createSqliteConnection(file, busyRetry);
      checkpoints = createCheckpoints(options.file, connection.file, mutex);
      if (options.file !== ":memory:") flushes = await flushesOfLog(options.file);
    },
    async acquireConnection() {
      flushes?.requireSound();
      await mutex.acquire();
      return opened();
    },
    // The next user may have the connection while this one's writes are flushed. A transaction that
    // only read may have read unflushed data, and waits for it.
    async releaseConnection() {
      const rows = opened().rowsWritten();
      const wasTransaction = inTransaction;
      inTransaction = false;
      checkpoints?.written(rows);
      mutex.release();
      if (rows > 0) await flushes?.flushed();
      else if (wasTransaction) await flushes?.caughtUp();
    },
    // Takes the write lock at once: a transaction that starts with a read could fail when it
    // writes.
    async beginTransaction(_connection, settings) {
      const begin = () => opened().file.exec(beginText(settings));
      try {
        begin();
      } catch (error) {
        await busyRetry?.retry(error, begin);
      }
      inTransaction = true;
    },
    // A large commit takes as long as many statements.
    async commitTransaction() {
      const turn = takeTurns();
      if (turn !== undefined) await turn;
      opened().file.exec("commit");
    },
    async rollbackTransaction() {
      // After a full disk or an I/O error, SQLite has already rolled back.
      if (opened().file.isTransaction) opened().file.exec("rollback");
    },
    async destroy() {
      await checkpoints?.close();
      await mutex.acquire();
      await flushes?.close();
      opened().file.close();
      connection = undefined;
      mutex.release();
    },
  };
}

function beginText({ accessMode }: TransactionSettings): string {
  return accessMode === "read only" ? "begin" : "begin immediate";
}

/**
 * - auto_vacuum takes effect only for new files: free pages can be released later (see compact.ts).
 * - synchronous=NORMAL keeps the file consistent after a crash. log-flushes.ts makes acknowledged
 *   data survive a power failure, outside the event loop, which FULL would block at every commit.
 * - In WAL mode, other processes may read while this one writes.
 * - secure_delete=FAST overwrites deleted data in pages that are written anyway (see erasing.ts).
 * - cache_size=16 MiB: the system caches the file, too, in memory that it can take back, and a page
 *   from there costs two microseconds. With 64 MiB an answer took no less processor time.
 * - The select creates the log, which is opened for its flushes.
 * - busy_timeout=0: from then on SQLite itself does not wait, see busy-retry.ts.
 *
 * Where that fails, as on a full disk, nothing stays open: files of the database would otherwise be
 * closed, and its log removed, whenever the memory of the process is cleared.
 */
function openFile(options: SqliteOptions): DatabaseSync {
  const database = new DatabaseSync(options.file, { timeout: options.busyTimeoutMs });
  try {
    prepare(database, options);
  } catch (fault) {
    database.close();
    throw fault;
  }
  return database;
}

function prepare(database: DatabaseSync, { image }: SqliteOptions): void {
  if (image !== undefined) database.deserialize(image);
  database.exec(`
    pragma auto_vacuum = incremental;
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma journal_size_limit = 67108864;
    pragma secure_delete = fast;
    pragma temp_store = memory;
    pragma cache_size = -16384;
    select 1 from sqlite_schema;
    pragma busy_timeout = 0;
  `);
  addFoldCase(database);
}

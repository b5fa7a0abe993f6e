import { DatabaseSync } from "node:sqlite";
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type Driver,
  type TransactionSettings,
} from "kysely";
import { createBusyWaits, type BusyWaits } from "./busy-waits.ts";
import { createCheckpoints, type Checkpoints } from "./checkpoints.ts";
import { flushesOfLog, type Flushes } from "./log-flushes.ts";
import { createSqliteConnection, type SqliteConnection } from "./sqlite-connection.ts";
import { createTurns } from "./turns.ts";

/** A wait for the connection may take at least this long, however short the busy timeout. */
const TURN_WAIT_MIN_MS = 10_000;

export interface SqliteOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  /** How long a statement waits for another process that holds the file. */
  readonly busyTimeoutMs: number;
}

/** Kysely's view of `node:sqlite`: one connection, used by one query or transaction at a time. */
export function sqliteDialect(options: SqliteOptions): Dialect {
  return {
    createAdapter: () => new QueuedAdapter(),
    createDriver: () => createDriver(options),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** Kysely's own lock for single connections is not fair; the driver queues instead. */
class QueuedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function createDriver(options: SqliteOptions): Driver {
  const turns = createTurns(Math.max(options.busyTimeoutMs, TURN_WAIT_MIN_MS));
  let connection: SqliteConnection | undefined;
  let busyWaits: BusyWaits | undefined;
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
      busyWaits = createBusyWaits(file, turns, options.busyTimeoutMs);
      connection = createSqliteConnection(file, busyWaits);
      checkpoints = createCheckpoints(options.file, connection.file, turns);
      if (options.file !== ":memory:") flushes = await flushesOfLog(options.file);
    },
    async acquireConnection() {
      flushes?.requireSound();
      await turns.take();
      return opened();
    },
    // The next one may have the connection while what this one wrote is brought to the disk. A
    // transaction that only read may have met what is on its way there, and waits for it.
    async releaseConnection() {
      const rows = opened().rowsWritten();
      const decided = inTransaction;
      inTransaction = false;
      checkpoints?.written(rows);
      turns.leave();
      if (rows > 0) await flushes?.flushed();
      else if (decided) await flushes?.caughtUp();
    },
    // The write lock is taken at once: a read that later wants to write could be refused half-way.
    async beginTransaction(_connection, settings) {
      const begin = () => opened().file.exec(beginText(settings));
      try {
        begin();
      } catch (error) {
        await busyWaits?.again(error, begin);
      }
      inTransaction = true;
    },
    async commitTransaction() {
      opened().file.exec("commit");
    },
    async rollbackTransaction() {
      // After a full disk or an I/O error SQLite has rolled back by itself.
      if (opened().file.isTransaction) opened().file.exec("rollback");
    },
    async destroy() {
      await checkpoints?.close();
      await turns.take();
      await flushes?.close();
      opened().file.close();
      connection = undefined;
      turns.leave();
    },
  };
}

function beginText({ accessMode }: TransactionSettings): string {
  return accessMode === "read only" ? "begin" : "begin immediate";
}

/**
 * auto_vacuum counts for a file that is just being made: free pages can be given back later (see
 * compact.ts), and none is moved before. synchronous=NORMAL keeps the file sound whatever happens;
 * that what was acknowledged survives a power cut is seen to by log-flushes.ts, beside the event
 * loop, where FULL would hold it up at every commit. In WAL mode other processes may read while
 * this one writes. secure_delete=FAST: what is deleted is overwritten in pages that are written
 * anyway, so that nothing of it lies around (see erasing.ts). The first reading makes the log,
 * which is opened for its flushes. From then on SQLite itself waits for nobody, see busy-waits.ts.
 */
function openFile({ file, busyTimeoutMs }: SqliteOptions): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyTimeoutMs });
  database.exec(`
    pragma auto_vacuum = incremental;
    pragma journal_mode = wal;
    pragma synchronous = normal;
    pragma foreign_keys = on;
    pragma trusted_schema = off;
    pragma journal_size_limit = 67108864;
    pragma secure_delete = fast;
    pragma temp_store = memory;
    pragma cache_size = -65536;
    select 1 from sqlite_schema;
    pragma busy_timeout = 0;
  `);
  return database;
}

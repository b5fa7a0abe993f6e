import { DatabaseSync } from "node:sqlite";
import {
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type Dialect,
  type Driver,
  type TransactionSettings,
} from "kysely";
import { messageOf } from "../../basics/thrown.ts";
import { isDiskFull } from "../../basics/unwritable.ts";
import { takeTurns } from "../../time/turns.ts";
import { createBusyRetry, type BusyRetry } from "./busy-retry.ts";
import { addFoldText } from "./folded-text.ts";
import { createCheckpoints, type Checkpoints } from "./checkpoints.ts";
import { flushesOfLog, type Flushes } from "./log-flushes.ts";
import { createSqliteConnection, type SqliteConnection } from "./sqlite-connection.ts";
import { createMutex, type Mutex } from "./mutex.ts";
import { hasRoomBeside, renewLog } from "./renew-log.ts";
import { registerStorage, type StorageState } from "./storage-state.ts";

/** Minimum timeout for waiting for the connection, however short the busy timeout. */
const MUTEX_WAIT_MIN_MS = 10_000;

export interface SqliteOptions {
  /** A path, or `:memory:`. */
  readonly file: string;
  /** How long a statement waits for another process that has locked the file. */
  readonly busyTimeoutMs: number;
  /**
   * - `shared`, the default: a serving process may be running next to this one.
   * - `serving`: the log is rewritten before anything is appended; see renew-log.ts.
   * - `reading`: for a full disk; writes are refused.
   */
  readonly use?: "shared" | "serving" | "reading" | undefined;
  /** Initial content of `:memory:`: a copy of another database, from `serialize` of node:sqlite. */
  readonly image?: Uint8Array;
}

/**
 * A Kysely dialect for `node:sqlite`: one connection, used by one query or transaction at a time.
 */
export function sqliteDialect(options: SqliteOptions): Dialect {
  const { driver, stateOf, canWriteAgain } = createDriver(options);
  return {
    createAdapter() {
      const adapter = new QueuedAdapter();
      registerStorage(adapter, {
        get state() {
          return stateOf();
        },
        canWriteAgain,
      });
      return adapter;
    },
    createDriver: () => driver,
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

interface SqliteDriver {
  readonly driver: Driver;
  readonly stateOf: () => StorageState;
  readonly canWriteAgain: () => Promise<boolean>;
}

/** A file and its helpers. */
interface OpenFile {
  readonly connection: SqliteConnection;
  readonly busyRetry: BusyRetry;
  readonly checkpoints: Checkpoints;
  /** Undefined if nothing is flushed: in memory, and if nothing is written. */
  readonly flushes: Flushes | undefined;
}

function createDriver(options: SqliteOptions): SqliteDriver {
  const mutex = createMutex(Math.max(options.busyTimeoutMs, MUTEX_WAIT_MIN_MS));
  let open: OpenFile | undefined;
  let inTransaction = false;
  /** Whether the log may contain data that is not on the disk and must not move to the database. */
  let logIsDoubtful = options.use === "reading";

  function opened(): OpenFile {
    if (open === undefined) throw new Error("the database is closed");
    return open;
  }

  const driver: Driver = {
    async init() {
      open = await openAll(options, mutex);
    },
    async acquireConnection() {
      open?.flushes?.requireSound();
      await mutex.acquire();
      return opened().connection;
    },
    // The next user may have the connection while this one's writes are flushed. A transaction that
    // only read may have read unflushed data, and waits for it.
    async releaseConnection() {
      const { connection, checkpoints, flushes } = opened();
      const wasTransaction = inTransaction;
      inTransaction = false;
      const rows = connection.rowsWritten();
      checkpoints.written(rows);
      mutex.release();
      if (rows > 0) await flushes?.flushed();
      else if (wasTransaction) await flushes?.caughtUp();
    },
    async beginTransaction(_connection, settings) {
      await begin(opened(), settings, options);
      inTransaction = true;
    },
    commitTransaction: () => commit(opened()),
    rollbackTransaction: async () => rollBack(opened()),
    async destroy() {
      await open?.checkpoints.close();
      await mutex.acquire();
      const { connection, flushes } = opened();
      await flushes?.close();
      if (logIsDoubtful || flushes?.sound === false) keepOpen(connection.file);
      else connection.file.close();
      open = undefined;
      mutex.release();
    },
  };
  return {
    driver,
    stateOf() {
      if (options.use === "reading") return "reading";
      return open?.flushes?.sound === false ? "lost" : "sound";
    },
    async canWriteAgain() {
      if (!(await hasRoomBeside(options.file))) return false;
      await mutex.acquire();
      const isRenewed = await renewReading(opened().connection.file, options.file);
      mutex.release();
      if (isRenewed) logIsDoubtful = false;
      return isRenewed;
    },
  };
}

/**
 * Takes the write lock at once: a transaction that starts with a read could fail when it writes.
 */
async function begin(
  { busyRetry, connection }: OpenFile,
  settings: TransactionSettings,
  options: SqliteOptions,
): Promise<void> {
  const start = () => connection.file.exec(beginText(settings, options));
  try {
    start();
  } catch (error) {
    await busyRetry.retry(error, start);
  }
}

/** A large commit takes as long as many statements. */
async function commit({ connection }: OpenFile): Promise<void> {
  const turn = takeTurns();
  if (turn !== undefined) await turn;
  connection.file.exec("commit");
}

/** After a full disk or an I/O error, SQLite has already rolled back. */
function rollBack({ connection: { file } }: OpenFile): void {
  if (file.isTransaction) file.exec("rollback");
}

async function openAll(options: SqliteOptions, mutex: Mutex): Promise<OpenFile> {
  const { file: path, use } = options;
  const file = openFile(options);
  if (use === "serving") await renewOrKeep(file, path);
  const busyRetry = createBusyRetry(file, mutex, options.busyTimeoutMs);
  const connection = createSqliteConnection(file, busyRetry);
  const checkpoints = createCheckpoints(path, file, mutex);
  const isFlushed = path !== ":memory:" && use !== "reading";
  const flushes = isFlushed ? await flushesOfLog(path, () => checkpoints.halt()) : undefined;
  return { connection, busyRetry, checkpoints, flushes };
}

/** Renews the log of a read-only connection. @returns whether it succeeded */
async function renewReading(file: DatabaseSync, path: string): Promise<boolean> {
  try {
    file.exec("pragma query_only = off");
    await renewLog(file, path);
    return true;
  } catch {
    return false;
  } finally {
    file.exec("pragma query_only = on");
  }
}

/**
 * The last connection of a file moves its log to the database when it is closed, even by the
 * garbage collector, and even a log that is not on the disk. These connections therefore stay open
 * until the process ends.
 */
const keptOpen = new Set<DatabaseSync>();

/** A process that runs out of work also closes them; one that is told to end does not. */
function keepOpen(file: DatabaseSync): void {
  if (keptOpen.size === 0) process.once("beforeExit", () => process.exit());
  keptOpen.add(file);
}

async function renewOrKeep(file: DatabaseSync, path: string): Promise<void> {
  if (path === ":memory:") return;
  try {
    await renewLog(file, path);
  } catch (cause) {
    keepOpen(file);
    if (isDiskFull(cause)) throw cause;
    const said = `the log of the database cannot be flushed (${messageOf(cause)}): check the disk`;
    throw new Error(said, { cause });
  }
}

function beginText({ accessMode }: TransactionSettings, { use }: SqliteOptions): string {
  const readsOnly = accessMode === "read only" || use === "reading";
  return readsOnly ? "begin" : "begin immediate";
}

/**
 * - auto_vacuum takes effect only on new files, so that free pages can be released later (see
 *   compact.ts). On existing files the pragma would still write, and there may be no room.
 * - synchronous=NORMAL keeps the file consistent after a crash. log-flushes.ts makes acknowledged
 *   data survive a power failure, outside the event loop, which FULL would block at every commit.
 * - In WAL mode, other processes may read while this one writes.
 * - secure_delete=FAST overwrites deleted data in pages that are written anyway (see erasing.ts).
 * - cache_size=16 MiB: the system also caches the file, in memory that it can reclaim, and a page
 *   from there costs two microseconds. With 64 MiB an answer took no less CPU time.
 * - The select creates the log, which is opened for its flushes.
 * - busy_timeout=0: from then on SQLite itself does not wait, see busy-retry.ts.
 *
 * If that fails, as on a full disk, nothing stays open: otherwise the garbage collector would close
 * the database's files and remove its log at some later time.
 *
 * For reading only, a file without room for the index of its log is opened without one; nobody else
 * can then open it.
 */
function openFile(options: SqliteOptions): DatabaseSync {
  try {
    return openWith(options, "normal");
  } catch (fault) {
    if (options.use !== "reading") throw fault;
    return openWith(options, "exclusive");
  }
}

function openWith(options: SqliteOptions, locking: "normal" | "exclusive"): DatabaseSync {
  const database = new DatabaseSync(options.file, { timeout: options.busyTimeoutMs });
  try {
    database.exec(`pragma locking_mode = ${locking}`);
    prepare(database, options);
  } catch (fault) {
    database.close();
    throw fault;
  }
  return database;
}

function prepare(database: DatabaseSync, { image, use }: SqliteOptions): void {
  if (image !== undefined) database.deserialize(image);
  if (use === "reading") database.exec("pragma query_only = on");
  else if (isNew(database)) database.exec("pragma auto_vacuum = incremental");
  database.exec(`
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
  addFoldText(database);
}

function isNew(database: DatabaseSync): boolean {
  return database.prepare("pragma page_count").get()?.["page_count"] === 0;
}

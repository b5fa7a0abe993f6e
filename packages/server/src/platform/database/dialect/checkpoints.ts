import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { CheckpointTask, FromCheckpoints, ToCheckpoints } from "./checkpoint-messages.ts";
import type { Mutex } from "./mutex.ts";

/** When a thread is started, and how long the log may grow. */
export interface CheckpointPolicy {
  /** Rows written before the thread is started; with fewer it is not worth its cost. */
  readonly rowsFirst: number;
  /**
   * Pages (4 KB) after which the log is restarted. Writing pauses at that moment, so it should be
   * rare; a longer log takes more disk space.
   */
  readonly pages: number;
}

const DEFAULT_POLICY: CheckpointPolicy = { rowsFirst: 10_000, pages: 16_000 };
const LOG_PAGES_MIN = 1_000;

/**
 * A full log is moved in this many steps, because moving many pages at once delays commits. A page
 * that was changed often is moved once a step, so fewer steps cost less: these are of a thousand
 * pages, as SQLite's own.
 */
const STEPS_PER_LOG = 32;

/** The log uses at most 1/64 of the free disk space. */
const SHARE_OF_DISK = 64;

/**
 * At this multiple of the planned log size the thread has fallen behind, and commits move pages.
 */
const BEHIND_FACTOR = 2;

/** SQLite's default: a commit that finds this many pages in the log moves them. */
const SQLITE_DEFAULT_PAGES = 1_000;

/** Moves committed pages from the log to the database, outside the event loop. */
export interface Checkpoints {
  /** Call it with the number of rows just written. */
  written(rows: number): void;
  /** Stops moving pages for good: the log's content may not be on the disk. */
  halt(): void;
  close(): Promise<void>;
}

/**
 * SQLite does the checkpoints itself until many rows have been written; then a thread with its own
 * connection does them, because moving pages and waiting for the disk takes tens of milliseconds
 * each time.
 *
 * The log can restart only when all of it has been moved and nothing is being written. For that
 * moment the thread holds the mutex of the connection: requests that need the database wait,
 * everything else continues.
 *
 * @param connection  the writing connection
 * @param mutex       guards that connection
 */
export function createCheckpoints(
  file: string,
  connection: DatabaseSync,
  mutex: Mutex,
  policy: CheckpointPolicy = DEFAULT_POLICY,
): Checkpoints {
  let rowsWritten = 0;
  let running: { readonly thread: Worker; readonly ended: Promise<void> } | undefined;
  let paused = false;
  let halted = false;

  function start() {
    const logPages = Math.min(policy.pages, pagesFor(file));
    const task: CheckpointTask = { file, logPages, stepPages: Math.ceil(logPages / STEPS_PER_LOG) };
    running = startThread(task, {
      told: (thread, message) => void (message === "resume" ? resume() : pause(thread)),
      // SQLite takes over; a new thread would probably fail the same way.
      ended() {
        running = undefined;
        resume();
        if (connection.isOpen && !halted) setAutocheckpoint(SQLITE_DEFAULT_PAGES);
      },
    });
    setAutocheckpoint(logPages * BEHIND_FACTOR);
  }

  async function pause(thread: Worker): Promise<void> {
    // Without the mutex, pages are moved as far as concurrent writes allow.
    paused = await mutex.acquire().then(
      () => true,
      () => false,
    );
    if (running?.thread === thread) post(thread, "paused");
    else resume();
  }

  function resume(): void {
    if (!paused) return;
    paused = false;
    mutex.release();
  }

  function setAutocheckpoint(pages: number): void {
    connection.exec(`pragma wal_autocheckpoint = ${pages}`);
  }

  return {
    written(rows) {
      if (halted || rowsWritten >= policy.rowsFirst) return;
      rowsWritten += rows;
      if (rowsWritten < policy.rowsFirst || file === ":memory:") return;
      try {
        start();
      } catch {
        // The system may refuse another thread; SQLite then continues on its own.
      }
    },
    halt() {
      halted = true;
      setAutocheckpoint(0);
      if (running) post(running.thread, "close");
    },
    async close() {
      if (running === undefined) return;
      running.thread.ref();
      post(running.thread, "close");
      await running.ended;
    },
  };
}

function startThread(
  task: CheckpointTask,
  on: { told: (thread: Worker, message: FromCheckpoints) => void; ended: () => void },
): { readonly thread: Worker; readonly ended: Promise<void> } {
  const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
    workerData: task,
  });
  thread.unref();
  thread.on("message", (message: FromCheckpoints) => on.told(thread, message));
  thread.once("error", () => undefined);
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  thread.once("exit", () => {
    on.ended();
    resolve();
  });
  return { thread, ended };
}

function post(thread: Worker, message: ToCheckpoints): void {
  thread.postMessage(message);
}

function pagesFor(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  const fitting = Math.floor((bavail * bsize) / SHARE_OF_DISK / 4_096);
  return Math.max(LOG_PAGES_MIN, fitting);
}

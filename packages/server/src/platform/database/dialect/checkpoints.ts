import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { CheckpointTask, FromCheckpoints, ToCheckpoints } from "./checkpoint-wire.ts";
import type { Turns } from "./turns.ts";

/** When a thread is worthwhile, and how long the log may grow. */
export interface Pace {
  /** Rows written before the thread is started; below that it does not pay. */
  readonly rowsFirst: number;
  /**
   * Pages (4 KB) after which the log is restarted. Nobody can write at that moment, so it should be
   * rare; a longer log takes more disk space.
   */
  readonly pages: number;
}

const PACE: Pace = { rowsFirst: 10_000, pages: 16_000 };
const PAGES_LEAST = 1_000;

/** Steps in which a full log is moved: moving many pages at once makes commits wait. */
const STEPS = 64;

/** The log takes up at most one part in this many of the free disk space. */
const SHARE_OF_DISK = 64;

/** At this multiple of the planned log the thread has fallen behind, and commits move pages. */
const BEHIND = 2;

/** SQLite's default: a commit that finds this many pages in the log moves them. */
const PAGES_OF_SQLITE = 1_000;

/** Moves committed pages from the log into the database, beside the event loop. */
export interface Checkpoints {
  /** Call it with the number of rows just written. */
  written(rows: number): void;
  close(): Promise<void>;
}

/**
 * Leaves checkpoints to SQLite until there is much to write, then to a thread with a connection of
 * its own: moving pages and waiting for the disk takes tens of milliseconds each time.
 *
 * The log can restart only when all of it has been moved and nobody writes. For that moment the
 * thread takes a turn on the connection: requests that need the database wait, everything else goes
 * on.
 *
 * @param connection  the one that writes
 * @param turns       whose turn it is on that connection
 */
export function createCheckpoints(
  file: string,
  connection: DatabaseSync,
  turns: Turns,
  pace: Pace = PACE,
): Checkpoints {
  let rowsWritten = 0;
  let running: { readonly thread: Worker; readonly ended: Promise<void> } | undefined;
  let paused = false;

  function start() {
    const logPages = Math.min(pace.pages, pagesFor(file));
    const task: CheckpointTask = { file, logPages, stepPages: Math.ceil(logPages / STEPS) };
    const thread = new Worker(new URL("./checkpoint-thread.ts", import.meta.url), {
      workerData: task,
    });
    thread.unref();
    thread.on("message", (message: FromCheckpoints) => {
      if (message === "resume") resume();
      else void pause(thread);
    });
    // SQLite takes over again on exit; a new thread would probably fail the same way.
    thread.once("error", () => undefined);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    thread.once("exit", () => {
      running = undefined;
      resume();
      if (connection.isOpen) moveEvery(PAGES_OF_SQLITE);
      resolve();
    });
    moveEvery(logPages * BEHIND);
    running = { thread, ended };
  }

  async function pause(thread: Worker): Promise<void> {
    // When no turn comes in time, pages are moved as far as concurrent writes allow.
    paused = await turns.take().then(
      () => true,
      () => false,
    );
    if (running?.thread === thread) say(thread, "paused");
    else resume();
  }

  function resume(): void {
    if (!paused) return;
    paused = false;
    turns.leave();
  }

  function moveEvery(pages: number): void {
    connection.exec(`pragma wal_autocheckpoint = ${pages}`);
  }

  return {
    written(rows) {
      if (rowsWritten >= pace.rowsFirst) return;
      rowsWritten += rows;
      if (rowsWritten >= pace.rowsFirst && file !== ":memory:") start();
    },
    async close() {
      if (running === undefined) return;
      running.thread.ref();
      say(running.thread, "close");
      await running.ended;
    },
  };
}

function say(thread: Worker, message: ToCheckpoints): void {
  thread.postMessage(message);
}

function pagesFor(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  const fitting = Math.floor((bavail * bsize) / SHARE_OF_DISK / 4_096);
  return Math.max(PAGES_LEAST, fitting);
}

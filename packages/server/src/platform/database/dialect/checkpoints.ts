import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { CheckpointTask, FromCheckpoints, ToCheckpoints } from "./checkpoint-wire.ts";
import type { Turns } from "./turns.ts";

/** When a thread is worth while, and how much it moves at a time. */
export interface Pace {
  /** A process that writes fewer rows is better off without a thread. */
  readonly rowsFirst: number;
  /**
   * Pages (4 KB) after which the log begins anew. Nobody can write for that moment, so that it
   * should be rare; a longer log costs room on the disk.
   */
  readonly pages: number;
}

const PACE: Pace = { rowsFirst: 10_000, pages: 16_000 };
const PAGES_LEAST = 1_000;

/** Pages are moved in so many steps: while many are on their way, commits wait for the disk. */
const STEPS = 64;

/** The log takes up less than this part of the free space. */
const SHARE_OF_DISK = 64;

/** With so many times as much in the log, the thread has fallen behind and commits move pages. */
const BEHIND = 2;

/** SQLite's own measure: every commit that finds so many pages in the log moves them. */
const PAGES_OF_SQLITE = 1_000;

/** Moves committed pages from the log into the database, beside the event loop. */
export interface Checkpoints {
  /** To be told how many rows were written. */
  written(rows: number): void;
  close(): Promise<void>;
}

/**
 * Leaves checkpoints to SQLite until there is much to write, then to a thread with a connection of
 * its own: moving pages and waiting for the disk takes tens of milliseconds each time.
 *
 * The log can begin anew only when all of it has been moved and nobody writes meanwhile. For that
 * moment the thread asks for a turn on the connection; requests that need the database wait, and
 * everything else goes on.
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
    // Without the thread SQLite does it again; another thread would likely end the same way.
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
    // Should there be no turn for long, the pages are moved as far as the writing allows.
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

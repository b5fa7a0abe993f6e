import type { SQLInputValue } from "node:sqlite";
import { Worker } from "node:worker_threads";
import type { FromReading, ReadingTask, ToReading } from "./reading-messages.ts";

/** Time limits of a reading thread, ms. */
export interface ReadingLimits {
  /** For a statement, with the wait for those before it. */
  readonly statementMs: number;
  /** A thread without work ends, and gives its memory back. */
  readonly idleMs: number;
}

const DEFAULT_LIMITS: ReadingLimits = { statementMs: 8_000, idleMs: 60_000 };

/** Rows are passed on by the thousand; more in one reply is a fault of the program. */
const HEAP_MAX_MIB = 96;

/** Runs statements in a thread with a connection of its own, which cannot write. */
export interface ReadingClient {
  /** @throws Error of SQLite, after the time limit, or if the thread died */
  read(text: string, values: readonly SQLInputValue[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (fault: Error) => void;
  readonly timer: NodeJS.Timeout;
}

/**
 * Starts the thread with the first statement, and again after it ended. A statement that takes too
 * long can only be ended with its thread: those behind it fail, too.
 *
 * @param file  of an existing database in WAL mode
 */
export function createReadingClient(file: string, limits = DEFAULT_LIMITS): ReadingClient {
  const waiting = new Map<number, Waiting>();
  let running: { readonly thread: Worker; readonly ended: Promise<void> } | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function start() {
    const thread = startThread(file);
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    let cause: unknown;
    thread.on("message", settle);
    thread.once("error", (error) => (cause = error));
    thread.once("exit", () => {
      if (running?.thread === thread) running = undefined;
      failAll(new Error("the thread that reads for reports ended", { cause }));
      resolve();
    });
    return (running = { thread, ended });
  }

  function settle(message: FromReading): void {
    const entry = waiting.get(message.id);
    if (entry === undefined) return;
    waiting.delete(message.id);
    clearTimeout(entry.timer);
    if ("rows" in message) entry.resolve(message.rows);
    else entry.reject(new Error(message.fault));
    if (waiting.size === 0) idle = setTimeout(end, limits.idleMs).unref();
  }

  function failAll(fault: Error): void {
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(fault);
    }
    waiting.clear();
  }

  function end(): void {
    const { thread } = running ?? {};
    running = undefined;
    void thread?.terminate();
  }

  return {
    read(text, values) {
      if (closed) return Promise.reject(new Error("the database is closed"));
      clearTimeout(idle);
      const { thread } = running ?? start();
      const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
      const id = (lastId += 1);
      const timer = setTimeout(() => {
        failAll(new Error("a statement for a report took too long"));
        end();
      }, limits.statementMs);
      waiting.set(id, { resolve, reject, timer });
      thread.postMessage({ id, text, values } satisfies ToReading);
      return promise;
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const { ended } = running ?? {};
      end();
      await ended;
    },
  };
}

function startThread(file: string): Worker {
  const thread = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    workerData: { file } satisfies ReadingTask,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MIB, maxYoungGenerationSizeMb: 8 },
  });
  thread.unref();
  return thread;
}

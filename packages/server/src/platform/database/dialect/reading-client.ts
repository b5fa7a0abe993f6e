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

/** A reply with more rows than fit is a fault of the program: reports are read in pages. */
const HEAP_MAX_MIB = 96;

const CLOSED = "the database is closed";

/** Runs statements in a thread with a connection of its own, which cannot write. */
export interface ReadingClient {
  /** @throws Error of SQLite, after the time limit, or if the thread died */
  read(text: string, values: readonly SQLInputValue[]): Promise<readonly unknown[]>;
  close(): Promise<void>;
}

interface Asked {
  readonly message: ToReading;
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly reject: (fault: Error) => void;
}

/**
 * Starts the thread with the first statement, and again after it ended. Statements run one after
 * another. SQLite's binding cannot interrupt one: a caller who has waited too long is refused, and
 * those behind it wait until it ends or their own time is up.
 *
 * @param file  of an existing database in WAL mode
 */
export function createReadingClient(file: string, limits = DEFAULT_LIMITS): ReadingClient {
  const queue: Asked[] = [];
  let thread: Thread | undefined;
  /** The statement that the thread is at; its caller may have given up. */
  let current: Asked | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  function next(): void {
    if (current !== undefined) return;
    current = queue.shift();
    clearTimeout(idle);
    if (current === undefined) idle = setTimeout(() => void end(), limits.idleMs).unref();
    else (thread ??= startThread(file, { settle, died })).post(current.message);
  }

  function settle(answer: FromReading): void {
    if (current?.message.id !== answer.id) return;
    const { resolve, reject } = current;
    current = undefined;
    if ("rows" in answer) resolve(answer.rows);
    else reject(new Error(answer.fault));
    next();
  }

  function died(fault: Error): void {
    thread = undefined;
    for (const asked of [current, ...queue.splice(0)]) asked?.reject(fault);
    current = undefined;
  }

  async function end(): Promise<void> {
    const ending = thread?.end();
    thread = undefined;
    await ending;
  }

  return {
    read(text, values) {
      if (closed) return Promise.reject(new Error(CLOSED));
      const { promise, resolve, reject } = Promise.withResolvers<readonly unknown[]>();
      const asked: Asked = { message: { id: (lastId += 1), text, values }, resolve, reject };
      const timer = setTimeout(() => giveUp(queue, asked), limits.statementMs);
      void promise.catch(() => {}).finally(() => clearTimeout(timer));
      queue.push(asked);
      next();
      return promise;
    },
    async close() {
      closed = true;
      clearTimeout(idle);
      const ending = end();
      died(new Error(CLOSED));
      await ending;
    },
  };
}

function giveUp(queue: Asked[], asked: Asked): void {
  const place = queue.indexOf(asked);
  if (place !== -1) queue.splice(place, 1);
  asked.reject(new Error("a statement for a report took too long"));
}

interface Thread {
  post(message: ToReading): void;
  end(): Promise<void>;
}

/** @param died  called if it ends by itself */
function startThread(
  file: string,
  { settle, died }: { settle: (answer: FromReading) => void; died: (fault: Error) => void },
): Thread {
  const worker = new Worker(new URL("./reading-thread.ts", import.meta.url), {
    workerData: { file } satisfies ReadingTask,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MIB, maxYoungGenerationSizeMb: 8 },
  });
  worker.unref();
  let cause: unknown;
  let isEnded = false;
  worker.on("message", settle);
  worker.once("error", (error) => (cause = error));
  worker.once("exit", () => {
    if (!isEnded) died(new Error("the thread that reads for reports ended", { cause }));
  });
  return {
    post: (message) => worker.postMessage(message),
    async end() {
      isEnded = true;
      await worker.terminate();
    },
  };
}

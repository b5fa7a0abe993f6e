import { Worker } from "node:worker_threads";
import type { FromThread, ToThread } from "./serve-tasks.ts";
import { messageOf } from "./thrown.ts";

/** Bounds of a standing thread. */
export interface ThreadLimits {
  /** Time limit for a task, including the wait for earlier tasks, ms. */
  readonly taskMs: number;
  /** An idle thread ends after this time and frees its memory, ms. */
  readonly idleMs: number;
  /** Maximum number of waiting tasks. */
  readonly waitingMax: number;
  /** Heap limit of the thread; a task that needs more ends the thread. */
  readonly heapMaxMib: number;
}

/** How a standing thread is started, and the messages of its failures. */
export interface ThreadTerms {
  /** A module that calls `serveTasks`. */
  readonly script: URL;
  readonly workerData?: unknown;
  readonly limits: ThreadLimits;
  readonly faults: {
    readonly closed: string;
    readonly died: string;
    readonly late: string;
    readonly full: string;
  };
}

/** Too many tasks wait, or one has waited too long; a later attempt may succeed. */
export class ThreadBusyError extends Error {
  override readonly name = "ThreadBusyError";
}

/** Runs tasks one after another in a thread that stays alive. */
export interface StandingThread<Task, Result> {
  /**
   * @throws the error of the task; ThreadBusyError if it waited too long or behind too many others;
   * Error if the thread died
   */
  run(task: Task): Promise<Result>;
  /** Starts the thread, if it is not running, for a task expected soon. */
  prepare(): void;
  /** Refuses waiting tasks and ends the thread. */
  close(): Promise<void>;
}

interface Asked<Task, Result> {
  readonly message: ToThread<Task>;
  readonly resolve: (result: Result) => void;
  readonly reject: (fault: Error) => void;
}

/**
 * Starts the thread with the first task, and again after it ended, because starting a thread takes
 * longer than most tasks. A task cannot be interrupted: a caller that has waited too long is
 * refused, and later tasks wait until it ends or their own time is up.
 */
export function createStandingThread<Task, Result>(
  terms: ThreadTerms,
): StandingThread<Task, Result> {
  const { limits, faults } = terms;
  const queue: Asked<Task, Result>[] = [];
  let thread: Thread<Task> | undefined;
  /** The running task; its caller may have given up. */
  let current: Asked<Task, Result> | undefined;
  const idle = createIdleTimer(limits.idleMs, () => void end());
  let lastId = 0;
  let closed = false;

  function next(): void {
    if (current !== undefined) return;
    current = queue.shift();
    if (current === undefined) idle.begin();
    else started().post(current.message);
  }

  function started(): Thread<Task> {
    idle.stop();
    return (thread ??= startThread(terms, { settle, died }));
  }

  function settle(answer: FromThread<Result>): void {
    if (current?.message.id !== answer.id) return;
    const { resolve, reject } = current;
    current = undefined;
    if ("result" in answer) resolve(answer.result);
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
    run(task) {
      if (closed) return Promise.reject(new Error(faults.closed));
      if (queue.length >= limits.waitingMax)
        return Promise.reject(new ThreadBusyError(faults.full));
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const asked = { message: { id: (lastId += 1), task }, resolve, reject };
      waitIn(queue, asked, { promise, ms: limits.taskMs, late: faults.late });
      next();
      return promise;
    },
    prepare() {
      if (closed || thread !== undefined) return;
      started();
      idle.begin();
    },
    async close() {
      closed = true;
      idle.stop();
      const ending = end();
      died(new Error(faults.closed));
      await ending;
    },
  };
}

/** Calls `end` after `idleMs` without a restart or a stop. */
function createIdleTimer(idleMs: number, end: () => void) {
  let timer: NodeJS.Timeout | undefined;
  const stop = () => clearTimeout(timer);
  return {
    begin() {
      stop();
      timer = setTimeout(end, idleMs).unref();
    },
    stop,
  };
}

/** Adds a task to the queue, and refuses it if it has no result in time. */
function waitIn<Task, Result>(
  queue: Asked<Task, Result>[],
  asked: Asked<Task, Result>,
  { promise, ms, late }: { promise: Promise<Result>; ms: number; late: string },
): void {
  const giveUp = () => {
    const place = queue.indexOf(asked);
    if (place !== -1) queue.splice(place, 1);
    asked.reject(new ThreadBusyError(late));
  };
  const timer = setTimeout(giveUp, ms);
  void promise.catch(() => {}).finally(() => clearTimeout(timer));
  queue.push(asked);
}

interface Thread<Task> {
  post(message: ToThread<Task>): void;
  end(): Promise<void>;
}

/** @param died  called if the thread ends without being told to */
function startThread<Task, Result>(
  { script, workerData, limits, faults }: ThreadTerms,
  on: { settle: (answer: FromThread<Result>) => void; died: (fault: Error) => void },
): Thread<Task> {
  let worker: Worker;
  try {
    worker = new Worker(script, {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMaxMib, maxYoungGenerationSizeMb: 8 },
    });
  } catch (fault) {
    // The system may refuse another thread: the first task gets the error, a later one tries again.
    const died = () => on.died(new Error(faults.died, { cause: fault }));
    return { post: () => queueMicrotask(died), end: async () => {} };
  }
  worker.unref();
  let cause: unknown;
  let isEnded = false;
  worker.on("message", on.settle);
  worker.once("error", (error) => (cause = error));
  worker.once("exit", () => {
    if (!isEnded) on.died(new Error(faults.died, { cause }));
  });
  return {
    post(message) {
      try {
        worker.postMessage(message);
      } catch (fault) {
        on.settle({ id: message.id, fault: messageOf(fault) });
      }
    },
    async end() {
      isEnded = true;
      await worker.terminate();
    },
  };
}

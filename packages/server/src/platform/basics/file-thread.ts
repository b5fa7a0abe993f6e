import { Worker } from "node:worker_threads";
import type { ImportFileProblem } from "@wordloom/contract";

/** The heap of a thread that reads a file, MiB. */
const HEAP_MAX_MIB = 256;
const READ_MAX_MS = 10 * 60_000;

/** A file that cannot be read, in the words of its reader; nothing of it is used. */
export class FileUnreadableError extends Error {
  override readonly name = "FileUnreadableError";
  readonly problem: ImportFileProblem;

  constructor(message: string, problem: ImportFileProblem = "damaged") {
    super(message);
    this.problem = problem;
  }
}

/** How a thread ends: its reader's refusal of the file, or a fault of the reader. */
export type ReadingFailure =
  { readonly unreadable: string; readonly problem: ImportFileProblem } | { readonly fault: string };

/** What the caller does with a message of the thread. */
export interface ThreadEnds<T> {
  resolve(result: T): void;
  reject(fault: unknown): void;
  /** Lets the thread go on, with what it asked for. */
  answer(reply?: unknown): void;
}

/**
 * Reads a file in its own thread, with limits on memory and time, because a file may be made to
 * exhaust both.
 *
 * @param script  the thread; ends with what makes `heed` resolve, or with a ReadingFailure
 * @param signal  ends the thread
 * @param heed  called with all other messages
 * @throws FileUnreadableError, also for a file that needs too much memory or time
 */
export async function readInThread<Message extends object, T>(
  script: URL,
  task: unknown,
  signal: AbortSignal,
  heed: (message: Exclude<Message, ReadingFailure>, ends: ThreadEnds<T>) => void,
): Promise<T> {
  signal.throwIfAborted();
  const thread = new Worker(script, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MIB, maxYoungGenerationSizeMb: 16 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const late = setTimeout(
    () => reject(tooLarge("Reading the file takes longer than ten minutes.")),
    READ_MAX_MS,
  );
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const ends = { resolve, reject, answer: (reply: unknown) => thread.postMessage(reply) };
  thread.on("message", (message: Message | ReadingFailure) => {
    if ("unreadable" in message)
      reject(new FileUnreadableError(message.unreadable, message.problem));
    else if ("fault" in message) reject(new Error(message.fault));
    else heed(message as Exclude<Message, ReadingFailure>, ends);
  });
  thread.once("error", (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    const text = `Reading the file needs more than ${HEAP_MAX_MIB} MB of memory.`;
    reject(isMemory ? tooLarge(text) : error);
  });
  thread.once("exit", () => reject(new Error("the thread ended without a result")));
  try {
    return await promise;
  } finally {
    clearTimeout(late);
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

const tooLarge = (message: string) => new FileUnreadableError(message, "too_large");

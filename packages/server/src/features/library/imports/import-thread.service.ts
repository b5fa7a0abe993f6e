import { Worker } from "node:worker_threads";
import type { DeckPreview, DeckProblem, DeckRow, NoteType, TablePreview } from "@wordloom/imports";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import type { ReadMessage, ReadTask } from "./read-import.thread.ts";

/** The heap of the thread that reads a file, MiB. */
const HEAP_MAX_MIB = 256;
const READ_MAX_MS = 10 * MINUTE_MS;

/** A file that cannot be read, in the words of its reader; nothing of it is used. */
export class FileUnreadableError extends Error {
  override readonly name = "FileUnreadableError";
}

/** No column of the file holds the words. */
export class WordlessError extends Error {
  override readonly name = "WordlessError";
}

/**
 * Reads a file in its own thread, with limits on memory and time, because a file may be made to
 * exhaust both.
 *
 * @param on.rows  called now and then with the number of rows read
 * @param on.signal  ends the thread
 * @throws FileUnreadableError, also for a file that needs too much memory or time
 */
export async function readAside(
  task: ReadTask,
  on: { rows: (count: number) => void; signal: AbortSignal },
): Promise<TablePreview | DeckPreview> {
  return inThread<TablePreview | DeckPreview>(task, on.signal, (message, { resolve }) => {
    if ("rows" in message) on.rows(message.rows);
    else if ("preview" in message) resolve(message.preview);
  });
}

/** Problems of a deck that no row of it has: the first of them, and how many there are. */
export interface OtherProblems {
  readonly problems: readonly DeckProblem[];
  readonly problemCount: number;
}

/**
 * The words of a file, some rows at a time. The thread reads on when `take` has finished.
 *
 * @param take  receives the note types of a deck with the first rows that need them
 * @throws FileUnreadableError like `readAside`; WordlessError; and what `take` throws
 */
export async function takeRows(
  task: ReadTask & Required<Pick<ReadTask, "columns">>,
  signal: AbortSignal,
  take: (rows: readonly DeckRow[], noteTypes: readonly NoteType[]) => Promise<void>,
): Promise<OtherProblems> {
  return inThread<OtherProblems>(task, signal, (message, { resolve, reject, answer }) => {
    if ("batch" in message) void take(message.batch, message.noteTypes).then(answer, reject);
    else if ("done" in message) resolve(message);
    else if ("wordless" in message) reject(new WordlessError("No column holds the words."));
  });
}

interface Ends<T> {
  resolve(result: T): void;
  reject(fault: unknown): void;
  /** Lets the thread go on. */
  answer(): void;
}

async function inThread<T>(
  task: ReadTask,
  signal: AbortSignal,
  heed: (message: ReadMessage, ends: Ends<T>) => void,
): Promise<T> {
  const thread = new Worker(new URL("./read-import.thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MIB, maxYoungGenerationSizeMb: 16 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const late = setTimeout(
    () => reject(new FileUnreadableError("Reading the file takes longer than ten minutes.")),
    READ_MAX_MS,
  );
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const ends = { resolve, reject, answer: () => thread.postMessage("on") };
  thread.on("message", (message: ReadMessage) => {
    if ("unreadable" in message) reject(new FileUnreadableError(message.unreadable));
    else if ("fault" in message) reject(new Error(message.fault));
    else heed(message, ends);
  });
  thread.once("error", (error: NodeJS.ErrnoException) => {
    const isMemory = error.code === "ERR_WORKER_OUT_OF_MEMORY";
    const text = `Reading the file needs more than ${HEAP_MAX_MIB} MB of memory.`;
    reject(isMemory ? new FileUnreadableError(text) : error);
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

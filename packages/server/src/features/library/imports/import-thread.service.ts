import { Worker } from "node:worker_threads";
import type { TablePreview } from "@wordloom/imports";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import type { ReadMessage, ReadTask } from "./read-import.thread.ts";

/** The heap of the thread that reads a file, MiB. */
const HEAP_MAX_MIB = 256;
const READ_MAX_MS = 10 * MINUTE_MS;

/** A file that cannot be read, in the words of its reader; nothing of it is used. */
export class FileUnreadableError extends Error {
  override readonly name = "FileUnreadableError";
}

/**
 * Reads a file in a thread of its own, with limits of memory and time: whoever sent it may have
 * made it to take both.
 *
 * @param on.rows  called now and then with the number of rows read
 * @param on.signal  ends the thread
 * @throws FileUnreadableError, also for a file that needs too much memory or time
 */
export async function readAside(
  task: ReadTask,
  on: { rows: (count: number) => void; signal: AbortSignal },
): Promise<TablePreview> {
  const thread = new Worker(new URL("./read-import.thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MIB, maxYoungGenerationSizeMb: 16 },
  });
  const { promise, resolve, reject } = Promise.withResolvers<TablePreview>();
  const late = setTimeout(
    () => reject(new FileUnreadableError("Reading the file takes longer than ten minutes.")),
    READ_MAX_MS,
  );
  const stop = () => reject(on.signal.reason);
  on.signal.addEventListener("abort", stop, { once: true });
  thread.on("message", (message: ReadMessage) => {
    if ("rows" in message) on.rows(message.rows);
    else if ("preview" in message) resolve(message.preview);
    else if ("unreadable" in message) reject(new FileUnreadableError(message.unreadable));
    else reject(new Error(message.fault));
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
    on.signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

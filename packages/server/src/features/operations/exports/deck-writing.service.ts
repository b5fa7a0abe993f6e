import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { WrittenCollection } from "@wordloom/imports";
import type { FromWriter, ToWriter, WriteTask } from "./write-deck.thread.ts";

/** The heap of the thread, MiB. */
const HEAP_MAX_MIB = 128;
const WRITE_MAX_MS = 10 * 60_000;
/** Room for 50,000 words with long notes and a million reviews. */
const COLLECTION_MAX_BYTES = 2 * 1024 ** 3;

/** Some notes, or a file that notes name. */
type Given = Exclude<ToWriter, { finish: unknown }>;

/** A deck in a private folder. */
export interface DeckFile {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Removes it. */
  remove(): Promise<void>;
}

/**
 * Writes a deck in its own thread into a private folder.
 *
 * @param feed  gives its parts one after another, and in the end what concerns all of them
 * @param signal  ends the thread
 * @throws what `feed` throws; Error if the deck is too large or takes longer than ten minutes
 */
export async function writeDeckAside(
  signal: AbortSignal,
  feed: (give: (part: Given) => Promise<void>) => Promise<WrittenCollection>,
): Promise<DeckFile> {
  const folder = await mkdtemp(join(tmpdir(), "wordloom-export-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  const path = join(folder, "deck");
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(WRITE_MAX_MS)]);
    const task = { collection: join(folder, "collection"), archive: path };
    const size = await written({ ...task, maxBytes: COLLECTION_MAX_BYTES }, within, feed);
    return { path, size, remove };
  } catch (fault) {
    await remove();
    throw fault;
  }
}

async function written(
  task: WriteTask,
  signal: AbortSignal,
  feed: Parameters<typeof writeDeckAside>[1],
): Promise<number> {
  signal.throwIfAborted();
  const thread = new Worker(new URL("./write-deck.thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MAX_MIB, maxYoungGenerationSizeMb: 16 },
  });
  let waiting: PromiseWithResolvers<number | null> | undefined;
  const failed = Promise.withResolvers<never>();
  // Whoever waits for the thread gets the fault; until then it must not end the process.
  failed.promise.catch(() => undefined);
  thread.on("message", (answer: FromWriter) => {
    if ("fault" in answer) failed.reject(new Error(answer.fault));
    else waiting?.resolve(answer.size);
  });
  thread.once("error", failed.reject);
  thread.once("exit", () => failed.reject(new Error("the thread ended before the deck was there")));
  const stop = () => failed.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  const tell = (message: ToWriter) => {
    waiting = Promise.withResolvers();
    thread.postMessage(message);
    return Promise.race([waiting.promise, failed.promise]);
  };
  try {
    const finish = await feed(async (given) => void (await tell(given)));
    return (await tell({ finish })) ?? 0;
  } finally {
    signal.removeEventListener("abort", stop);
    await thread.terminate();
  }
}

import { createReadStream } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import {
  createDeckWriter,
  createZipFile,
  type WrittenCollection,
  type WrittenPart,
} from "@wordloom/imports";

/** Where the thread writes: paths in a private folder, not used yet. */
export interface WriteTask {
  readonly collection: string;
  readonly archive: string;
  /** A larger collection is an error. */
  readonly maxBytes: number;
}

/** What the thread is told. It answers each message before it gets the next one. */
export type ToWriter =
  | { readonly part: WrittenPart }
  /** A recording or picture; `name` is what notes call it. */
  | { readonly file: { readonly name: string; readonly bytes: Uint8Array } }
  | { readonly finish: WrittenCollection };

/** What the thread answers: how large the archive is, bytes, once it is there. */
export type FromWriter = { readonly size: number | null } | { readonly fault: string };

const { collection: path, archive, maxBytes } = workerData as WriteTask;
const writer = createDeckWriter(path, maxBytes);
const zip = createZipFile(archive);
const names: string[] = [];

async function heed(message: ToWriter): Promise<number | null> {
  if ("part" in message) {
    writer.add(message.part);
    return null;
  }
  if ("file" in message) {
    await zip.add(String(names.push(message.file.name) - 1), [message.file.bytes]);
    return null;
  }
  writer.finish(message.finish);
  // Without `meta`, and under its oldest name, every program finds the collection.
  await zip.add("collection.anki2", createReadStream(path));
  await zip.add("media", [Buffer.from(JSON.stringify(Object.fromEntries(names.entries())))]);
  return zip.end();
}

parentPort?.on("message", (message: ToWriter) => {
  const say = (answer: FromWriter) => parentPort?.postMessage(answer);
  heed(message).then(
    (size) => say({ size }),
    (fault: unknown) => say({ fault: fault instanceof Error ? fault.message : String(fault) }),
  );
});

import { on } from "node:events";
import { createReadStream, createWriteStream, statSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parentPort, workerData } from "node:worker_threads";
import { createDeckWriter, type WrittenCollection, type WrittenPart } from "@wordloom/imports";
import { messageOf } from "../../../platform/basics/thrown.ts";
import { zipped, type ZipMember } from "../../../platform/basics/zip-stream.ts";
import { standAside } from "../../../platform/jobs/stand-aside.ts";

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

standAside();

const { collection, archive, maxBytes } = workerData as WriteTask;
const say = (answer: FromWriter) => parentPort?.postMessage(answer);

/** The files of the deck: those that are sent, then the collection, then what notes call them. */
async function* members(): AsyncGenerator<ZipMember> {
  const writer = createDeckWriter(collection, maxBytes);
  const names: string[] = [];
  if (parentPort === null) return;
  for await (const [message] of on(parentPort, "message") as AsyncIterable<[ToWriter]>) {
    if ("finish" in message) {
      writer.finish(message.finish);
      break;
    }
    if ("part" in message) writer.add(message.part);
    else {
      const { name, bytes } = message.file;
      yield { name: String(names.push(name) - 1), content: bytes };
    }
    say({ size: null });
  }
  // Without `meta`, and under its oldest name, every program finds the collection.
  yield { name: "collection.anki2", content: createReadStream(collection) };
  const list = JSON.stringify(Object.fromEntries(names.entries()));
  yield { name: "media", content: Buffer.from(list) };
}

try {
  const file = createWriteStream(archive, { flags: "wx", mode: 0o600 });
  await pipeline(Readable.from(zipped(members()), { objectMode: false }), file);
  say({ size: statSync(archive).size });
} catch (fault) {
  say({ fault: messageOf(fault) });
}

import { open } from "node:fs/promises";
import { cutOff, tooLarge, UnreadableError } from "../files/unreadable.ts";
import type { ZipArchive } from "../files/zip.ts";
import { unpackZstd } from "../files/zstd.ts";
import { protoFields, protoNumber, protoText } from "./protobuf.ts";

/** A recording or a picture of a deck. */
interface MediaFile {
  /** The entry of the archive that holds it. */
  readonly entry: string;
  /** Bytes, unpacked, as the archive says. */
  readonly size: number;
}

/** The files that belong to a deck, by their names in its notes. */
export interface DeckMedia {
  readonly files: ReadonlyMap<string, MediaFile>;
  /** A file's bytes. @throws UnreadableError, also above `maxBytes` */
  bytes(name: string, maxBytes: number): Promise<Uint8Array>;
}

/** The collection of an archive, and how its parts are packed. */
interface Layout {
  readonly collection: string;
  /** The collection, the list of media and the media are packed with Zstandard. */
  readonly isPacked: boolean;
}

/** Longer lists of media are none of 20,000 entries, bytes. */
const LIST_MAX = 16 * 1024 ** 2;

/** Whether an archive is one of Anki's, of whatever version. */
export function isDeckArchive(archive: ZipArchive): boolean {
  return archive.entries.some(({ name }) => name.startsWith("collection.anki"));
}

/**
 * Writes the collection of an archive to `path`, where no file is yet, and lists the media.
 *
 * Source: Anki, `proto/anki/import_export.proto`.
 *
 * @throws UnreadableError
 */
export async function unpackDeck(archive: ZipArchive, path: string): Promise<DeckMedia> {
  const layout = await layoutOf(archive);
  const file = await open(path, "wx", 0o600);
  try {
    for await (const piece of piecesOf(archive, layout.collection, layout)) await file.write(piece);
  } finally {
    await file.close();
  }
  const files = await mediaOf(archive, layout);
  return {
    files,
    async bytes(name, maxBytes) {
      const media = files.get(name);
      if (media === undefined) throw cutOff("The deck lacks this file.", name);
      return joined(piecesOf(archive, media.entry, layout), maxBytes, name);
    },
  };
}

/** The newest collection that `meta` knows; an older one beside it only says to update. */
async function layoutOf(archive: ZipArchive): Promise<Layout> {
  const version = archive.has("meta") ? await versionOf(archive) : 0;
  if (version > 3)
    throw new UnreadableError(
      `The deck is of version ${version}, which is newer than this service. Export it with ` +
        "“Support older Anki versions”.",
      "meta",
      "too_new",
    );
  const old = archive.has("collection.anki21") ? "collection.anki21" : "collection.anki2";
  const collection = [
    archive.has("collection.anki21b") ? "collection.anki21b" : old,
    old,
    "collection.anki21",
    "collection.anki21b",
  ][version];
  if (collection === undefined || !archive.has(collection))
    throw cutOff("The archive lacks this file.", collection ?? "collection");
  return { collection, isPacked: collection === "collection.anki21b" };
}

async function versionOf(archive: ZipArchive): Promise<number> {
  const fields = [...protoFields(await archive.bytes("meta", 10_000), "meta")];
  return protoNumber(fields, 1, 0);
}

function piecesOf(
  archive: ZipArchive,
  name: string,
  { isPacked }: Layout,
): AsyncGenerator<Uint8Array> {
  const size = archive.entries.find((entry) => entry.name === name)?.size ?? 0;
  return isPacked ? unpackZstd(archive.chunks(name), size, name) : archive.chunks(name);
}

async function joined(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
  name: string,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > maxBytes) throw tooLarge(`It is larger than ${maxBytes} bytes.`, name);
    parts.push(piece);
  }
  return Buffer.concat(parts);
}

/** Media that the archive does not hold are left out, and the second of two with one name. */
async function mediaOf(
  archive: ZipArchive,
  layout: Layout,
): Promise<ReadonlyMap<string, MediaFile>> {
  const files = new Map<string, MediaFile>();
  if (!archive.has("media")) return files;
  const sizes = new Map(archive.entries.map(({ name, size }) => [name, size]));
  const list = await joined(piecesOf(archive, "media", layout), LIST_MAX, "media");
  const named = layout.isPacked ? packedList(list) : plainList(list);
  for (const { entry, name, size } of named) {
    const stored = /^\d+$/.test(entry) ? sizes.get(entry) : undefined;
    const plain = name.normalize("NFC");
    if (stored === undefined || plain === "" || files.has(plain)) continue;
    files.set(plain, { entry, size: size ?? stored });
  }
  return files;
}

interface NamedMedia {
  readonly entry: string;
  readonly name: string;
  readonly size?: number;
}

function plainList(bytes: Uint8Array): NamedMedia[] {
  let list: unknown;
  try {
    list = JSON.parse(new TextDecoder().decode(bytes) || "{}");
  } catch {
    list = null;
  }
  if (typeof list !== "object" || list === null || Array.isArray(list))
    throw new UnreadableError("The list of media is damaged.", "media");
  return Object.entries(list).flatMap(([entry, name]) =>
    typeof name === "string" ? [{ entry, name }] : [],
  );
}

function packedList(bytes: Uint8Array): NamedMedia[] {
  const list: NamedMedia[] = [];
  for (const { number, value } of protoFields(bytes, "media")) {
    if (number !== 1 || typeof value === "number") continue;
    const fields = [...protoFields(value, "media")];
    const entry = protoNumber(fields, 255, list.length);
    list.push({
      entry: String(entry),
      name: protoText(fields, 1),
      size: protoNumber(fields, 2, 0),
    });
  }
  return list;
}

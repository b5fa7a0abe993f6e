import { createInflateRaw, crc32 } from "node:zlib";
import { ENTRIES_MAX, RATIO_MAX, SMALL, UNPACKED_MAX } from "./archive-limits.ts";
import type { ByteSource } from "./byte-source.ts";
import { cutOff, locked, tooLarge, unknownFormat, UnreadableError } from "./unreadable.ts";

/** A file in an archive. */
interface ZipEntry {
  readonly name: string;
  /** Bytes, as the archive says. Reading fails if it is not true. */
  readonly size: number;
}

/** An archive whose entries are read by name and never written anywhere. */
export interface ZipArchive {
  readonly entries: readonly ZipEntry[];
  has(name: string): boolean;
  /** The unpacked bytes in pieces. @throws UnreadableError */
  chunks(name: string): AsyncGenerator<Uint8Array>;
  /** The unpacked bytes. @throws UnreadableError, also above `maxBytes` */
  bytes(name: string, maxBytes: number): Promise<Uint8Array>;
  /** The unpacked text, UTF-8, in pieces. @throws UnreadableError */
  text(name: string): AsyncGenerator<string>;
}

interface FoundEntry extends ZipEntry {
  readonly packed: number;
  readonly method: number;
  readonly offset: number;
  readonly crc: number;
}

/** A comment after the directory can be this long, bytes. */
const COMMENT_MAX = 0xffff;
const NAME_MAX = 1_000;
const ARCHIVE_NAME = /\.(?:zip|apkg|colpkg|gz|tgz|bz2|xz|zst|7z|rar|tar)$/i;

/**
 * Opens a ZIP archive. Its directory is checked before any entry is read: entries that are
 * encrypted, overlap or are packed too tightly make the whole archive unreadable.
 *
 * Source: PKWARE, APPNOTE 6.3.10. ZIP64 is read as far as its sizes are within the limits.
 *
 * @throws UnreadableError
 */
export function openZip(source: ByteSource): ZipArchive {
  const entries = directoryOf(source);
  const byName = new Map<string, FoundEntry>();
  for (const entry of entries) {
    if (byName.has(entry.name))
      throw new UnreadableError("The archive names it twice.", entry.name);
    byName.set(entry.name, entry);
  }
  checkSizes(entries);
  checkOverlaps(source, entries);
  const find = (name: string) => {
    const entry = byName.get(name);
    if (entry === undefined) throw cutOff("The archive lacks this file.", name);
    return entry;
  };
  const archive: ZipArchive = {
    entries,
    has: (name) => byName.has(name),
    chunks: (name) => unpacked(source, find(name)),
    async bytes(name, maxBytes) {
      const { size } = find(name);
      if (size > maxBytes) throw tooLarge(`It is larger than ${maxBytes} bytes.`, name);
      const all = new Uint8Array(size);
      let filled = 0;
      for await (const chunk of archive.chunks(name)) {
        all.set(chunk, filled);
        filled += chunk.length;
      }
      return all;
    },
    async *text(name) {
      const decoder = new TextDecoder("utf-8");
      for await (const chunk of archive.chunks(name)) yield decoder.decode(chunk, { stream: true });
      yield decoder.decode();
    },
  };
  return archive;
}

/** Whether a file begins as archives do. */
export function isZip(source: ByteSource): boolean {
  const [a, b, c, d] = source.read(0, 4);
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function directoryOf(source: ByteSource): FoundEntry[] {
  const { count, size, offset } = endOf(source);
  if (count > ENTRIES_MAX) throw tooLarge(`The archive has more than ${ENTRIES_MAX} entries.`);
  if (offset + size > source.size) throw cutOff("The archive is cut off.");
  if (size < count * 46) throw new UnreadableError("The archive's directory is damaged.");
  const bytes = source.read(offset, size);
  const view = viewOf(bytes);
  const entries: FoundEntry[] = [];
  for (let place = 0; entries.length < count;) {
    if (place + 46 > bytes.length || view.getUint32(place, true) !== 0x02014b50)
      throw new UnreadableError("The archive's directory is damaged.");
    const nameLength = view.getUint16(place + 28, true);
    const extraLength = view.getUint16(place + 30, true);
    const next = place + 46 + nameLength + extraLength + view.getUint16(place + 32, true);
    if (next > bytes.length || nameLength > NAME_MAX)
      throw new UnreadableError("The archive's directory is damaged.");
    const name = new TextDecoder().decode(bytes.subarray(place + 46, place + 46 + nameLength));
    const flags = view.getUint16(place + 8, true);
    // Bits 0, 6 and 13: encrypted, strongly encrypted, masked.
    if ((flags & 0x2041) !== 0) throw locked("It is encrypted.", name);
    const extra = viewOf(bytes.subarray(place + 46 + nameLength, next));
    const sizes = {
      size: view.getUint32(place + 24, true),
      packed: view.getUint32(place + 20, true),
      offset: view.getUint32(place + 42, true),
    };
    const method = view.getUint16(place + 10, true);
    const crc = view.getUint32(place + 16, true);
    if (!name.endsWith("/"))
      entries.push({ name, method, crc, ...withWideSizes(sizes, extra, extraLength) });
    else entries.push({ name, method: 0, crc: 0, ...sizes });
    place = next;
  }
  return entries.filter(({ name }) => !name.endsWith("/"));
}

interface Sizes {
  readonly size: number;
  readonly packed: number;
  readonly offset: number;
}

/** ZIP64 keeps the numbers that do not fit in an extra field. */
function withWideSizes(sizes: Sizes, extra: DataView, extraLength: number): Sizes {
  const names = (["size", "packed", "offset"] as const).filter((key) => sizes[key] === 0xffffffff);
  if (names.length === 0) return sizes;
  for (let place = 0; place + 4 <= extraLength;) {
    const [id, length] = [extra.getUint16(place, true), extra.getUint16(place + 2, true)];
    if (id === 1 && length >= names.length * 8 && place + 4 + length <= extraLength) {
      const wide = names.map((key, index): [string, number] => [
        key,
        Number(extra.getBigUint64(place + 4 + index * 8, true)),
      ]);
      return { ...sizes, ...Object.fromEntries(wide) };
    }
    place += 4 + length;
  }
  throw new UnreadableError("The archive's directory is damaged.");
}

/** The end record: how many entries there are, and where their directory is. */
function endOf(source: ByteSource): { count: number; size: number; offset: number } {
  const start = Math.max(0, source.size - COMMENT_MAX - 22);
  const bytes = source.read(start, source.size - start);
  const view = viewOf(bytes);
  for (let place = bytes.length - 22; place >= 0; place -= 1) {
    if (view.getUint32(place, true) !== 0x06054b50) continue;
    if (place + 22 + view.getUint16(place + 20, true) !== bytes.length) continue;
    if (view.getUint16(place + 4, true) !== 0) throw cutOff("The archive is one part of several.");
    const end = {
      count: view.getUint16(place + 10, true),
      size: view.getUint32(place + 12, true),
      offset: view.getUint32(place + 16, true),
    };
    const isWide = end.count === 0xffff || end.size === 0xffffffff || end.offset === 0xffffffff;
    return isWide ? wideEndOf(source, start + place) : end;
  }
  throw cutOff("The archive is cut off or damaged.");
}

function wideEndOf(
  source: ByteSource,
  end: number,
): { count: number; size: number; offset: number } {
  const locator = viewOf(source.read(end - 20, 20));
  if (end < 20 || locator.byteLength < 20 || locator.getUint32(0, true) !== 0x07064b50)
    throw new UnreadableError("The archive's directory is damaged.");
  const record = viewOf(source.read(Number(locator.getBigUint64(8, true)), 56));
  if (record.byteLength < 56 || record.getUint32(0, true) !== 0x06064b50)
    throw new UnreadableError("The archive's directory is damaged.");
  const number = (place: number) => Number(record.getBigUint64(place, true));
  return { count: number(32), size: number(40), offset: number(48) };
}

function checkSizes(entries: readonly FoundEntry[]): void {
  let total = 0;
  for (const { name, size, packed, method } of entries) {
    if (method !== 0 && method !== 8)
      throw unknownFormat("It is packed by an unknown method.", name);
    if (method === 0 && size !== packed) throw new UnreadableError("Its sizes contradict.", name);
    if (size > SMALL && size > packed * RATIO_MAX)
      throw tooLarge(`It is packed more than ${RATIO_MAX} to 1.`, name);
    if (ARCHIVE_NAME.test(name)) throw unknownFormat("It is an archive in an archive.", name);
    total += size;
    if (total > UNPACKED_MAX) throw tooLarge("The archive unpacks to more than 1 GiB.");
  }
}

/** Entries that share bytes let a small archive unpack to any size. */
function checkOverlaps(source: ByteSource, entries: readonly FoundEntry[]): void {
  let end = 0;
  for (const entry of entries.toSorted((a, b) => a.offset - b.offset)) {
    if (entry.offset < end) throw new UnreadableError("It overlaps another entry.", entry.name);
    end = entry.offset + 30 + entry.packed;
    if (end > source.size) throw cutOff("The archive is cut off.", entry.name);
  }
}

/** Bytes read from the archive at a time. */
const PIECE = 64 * 1024;

async function* unpacked(source: ByteSource, entry: FoundEntry): AsyncGenerator<Uint8Array> {
  let size = 0;
  let crc = 0;
  for await (const chunk of entry.method === 0
    ? packedPieces(source, entry)
    : inflated(packedPieces(source, entry), entry.name)) {
    size += chunk.length;
    if (size > entry.size)
      throw new UnreadableError("It is larger than the archive says.", entry.name);
    crc = crc32(chunk, crc);
    yield chunk;
  }
  if (size !== entry.size)
    throw new UnreadableError("It is smaller than the archive says.", entry.name);
  if (crc !== entry.crc) throw new UnreadableError("Its checksum is wrong.", entry.name);
}

function* packedPieces(source: ByteSource, entry: FoundEntry): Generator<Uint8Array> {
  const header = viewOf(source.read(entry.offset, 30));
  if (header.byteLength < 30 || header.getUint32(0, true) !== 0x04034b50)
    throw new UnreadableError("Its header is damaged.", entry.name);
  const start = entry.offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (start + entry.packed > source.size) throw cutOff("The archive is cut off.", entry.name);
  for (let offset = 0; offset < entry.packed; offset += PIECE)
    yield source.read(start + offset, Math.min(PIECE, entry.packed - offset));
}

/** Stops as soon as its reader does, even if the rest is still packed. */
async function* inflated(pieces: Iterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const inflate = createInflateRaw();
  const source = pieces[Symbol.iterator]();
  const feed = () => {
    try {
      for (;;) {
        const piece = source.next();
        if (piece.done === true) return void inflate.end();
        if (!inflate.write(piece.value)) return void inflate.once("drain", feed);
      }
    } catch (fault) {
      inflate.destroy(fault as Error);
    }
  };
  try {
    feed();
    for await (const chunk of inflate) yield chunk as Uint8Array;
  } catch (fault) {
    if (fault instanceof UnreadableError) throw fault;
    throw new UnreadableError("Its packed bytes are damaged.", name);
  } finally {
    inflate.destroy();
  }
}

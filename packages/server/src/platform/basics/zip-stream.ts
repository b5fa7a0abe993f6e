import { pipeline } from "node:stream/promises";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file to be put into an archive. */
export interface ZipMember {
  /** Printable ASCII. */
  readonly name: string;
  /** Packed as it comes; bytes that are there already are written as they are. */
  readonly content: AsyncIterable<Uint8Array> | Uint8Array;
}

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly isPacked: boolean;
  crc: number;
  packed: number;
  size: number;
}

/** Without ZIP64, no number is larger. */
const BYTES_MAX = 0xffffffff;
const DEFLATED = 8;
/** Sizes and checksum follow the content, because they are not known before. */
const SIZES_FOLLOW = 0x0008;
/** 1980-01-01, the first day that the format knows: the same content gives the same bytes. */
const DATE = 0x0021;

/**
 * A ZIP archive as a stream of bytes; of its members, only what is being packed is in memory.
 *
 * Source: PKWARE, APPNOTE 6.3.10.
 *
 * @throws Error above four gigabytes, and what a member throws: the archive then lacks its end
 */
export async function* zipped(members: AsyncIterable<ZipMember>): AsyncGenerator<Uint8Array> {
  const entries: Written[] = [];
  let place = 0;
  const counted = (bytes: Uint8Array): Uint8Array => {
    place += bytes.length;
    if (place > BYTES_MAX) throw new Error("the archive is larger than 4 GB");
    return bytes;
  };
  for await (const { name, content } of members) {
    const entry = entryOf(Buffer.from(name), place, content);
    entries.push(entry);
    yield counted(Buffer.concat([Buffer.from("PK\x03\x04"), fieldsOf(entry), entry.name]));
    if (content instanceof Uint8Array) {
      yield counted(content);
      continue;
    }
    for await (const bytes of packed(content, entry)) yield counted(bytes);
    yield counted(Buffer.concat([Buffer.from("PK\x07\x08"), sizesOf(entry)]));
  }
  const start = place;
  for (const entry of entries) yield counted(directoryEntry(entry));
  yield counted(endOf(entries.length, place - start, start));
}

function entryOf(name: Buffer, offset: number, content: ZipMember["content"]): Written {
  if (!(content instanceof Uint8Array))
    return { name, offset, isPacked: true, crc: 0, packed: 0, size: 0 };
  const { length } = content;
  return { name, offset, isPacked: false, crc: crc32(content), packed: length, size: length };
}

/** Packs a content and notes its sizes. */
async function* packed(
  content: AsyncIterable<Uint8Array>,
  entry: Written,
): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw();
  const read = async function* () {
    for await (const bytes of content) {
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      yield bytes;
    }
  };
  const packing = pipeline(read, deflate);
  // Its fault is thrown below; until then it must not end the process.
  packing.catch(() => undefined);
  try {
    for await (const chunk of deflate) {
      const bytes = chunk as Buffer;
      entry.packed += bytes.length;
      yield bytes;
    }
    await packing;
  } finally {
    deflate.destroy();
  }
}

function fieldsOf(entry: Written): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16LE(20, 0);
  head.writeUInt16LE(entry.isPacked ? SIZES_FOLLOW : 0, 2);
  head.writeUInt16LE(entry.isPacked ? DEFLATED : 0, 4);
  head.writeUInt16LE(DATE, 8);
  const tail = Buffer.alloc(4);
  tail.writeUInt16LE(entry.name.length, 0);
  return Buffer.concat([head, sizesOf(entry), tail]);
}

function sizesOf({ crc, packed: packedBytes, size }: Written): Buffer {
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc, 0);
  sizes.writeUInt32LE(packedBytes, 4);
  sizes.writeUInt32LE(size, 8);
  return sizes;
}

function directoryEntry(entry: Written): Buffer {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.offset, 10);
  const version = Buffer.from([20, 0]);
  return Buffer.concat([Buffer.from("PK\x01\x02"), version, fieldsOf(entry), rest, entry.name]);
}

function endOf(count: number, bytes: number, start: number): Buffer {
  const end = Buffer.alloc(18);
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(bytes, 8);
  end.writeUInt32LE(start, 12);
  return Buffer.concat([Buffer.from("PK\x05\x06"), end]);
}

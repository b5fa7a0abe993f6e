import { open, type FileHandle } from "node:fs/promises";
import { TAR_BLOCK, tarChecksum } from "./tar-writer.ts";

/** An archive that is damaged, or contains something `tar-writer.ts` never writes. */
export class TarError extends Error {
  override readonly name = "TarError";
  /** Whether it is dangerous: a link, or a name that hides something. */
  readonly isUnsafe: boolean;

  constructor(message: string, isUnsafe = false) {
    super(message);
    this.isUnsafe = isUnsafe;
  }
}

/** A regular file or folder of an archive. */
export interface TarEntry {
  readonly kind: "file" | "folder";
  /** As in the archive; not checked yet. */
  readonly name: string;
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
}

/** A file in an archive on the disk: its content begins at `start`. */
export interface TarFile extends TarEntry {
  readonly start: number;
}

/** Receives the parts of an archive in order. */
export interface TarReader {
  begin(entry: TarEntry): Promise<void>;
  /** Receives a piece of the current file. */
  piece(bytes: Uint8Array): Promise<void>;
  /** Called when the current file is complete. */
  end(): Promise<void>;
}

/** A backup has three files, one of which contains one file per key. */
const ENTRIES_MAX = 10_000;

/** Some programs pad the last record. */
const PADDING_MAX = 1024 ** 2;

/**
 * Reads an archive of the plain ustar form. Anything but files and folders is refused where it
 * begins: links, devices, and extensions (pax, GNU) that could change the name or size of later
 * entries.
 *
 * @throws TarError
 */
export async function readTar(pieces: AsyncIterable<Uint8Array>, reader: TarReader): Promise<void> {
  const bytes = blockReader(pieces);
  for (;;) {
    const header = await bytes.take(TAR_BLOCK);
    if (header === undefined) throw new TarError("it ends in the middle");
    if (isZero(header)) break;
    const entry = parseHeader(header);
    await reader.begin(entry);
    for await (const piece of bytes.pieces(entry.size)) await reader.piece(piece);
    if (entry.kind === "file") await reader.end();
    const padding = await bytes.take(filled(entry.size) - entry.size);
    if (padding === undefined) throw new TarError("it ends in the middle");
  }
  let padding = 0;
  for await (const rest of bytes.rest()) {
    padding += rest.length;
    if (padding > PADDING_MAX || !isZero(rest))
      throw new TarError("there is something after its end");
  }
}

/**
 * The entries of an archive on the disk, without reading their contents.
 *
 * @throws TarError
 */
export async function listTar(path: string): Promise<TarFile[]> {
  const archive = await open(path, "r");
  try {
    const { size: total } = await archive.stat();
    const files: TarFile[] = [];
    for (let at = 0; ;) {
      const header = await readHeader(archive, at);
      if (isZero(header)) return files;
      const file = { ...parseHeader(header), start: at + TAR_BLOCK };
      if (file.start + file.size > total) throw new TarError("the archive ends in the middle");
      if (files.length === ENTRIES_MAX) throw new TarError(`it has more than ${ENTRIES_MAX} files`);
      files.push(file);
      at = file.start + filled(file.size);
    }
  } finally {
    await archive.close();
  }
}

async function readHeader(archive: FileHandle, at: number): Promise<Buffer> {
  const block = Buffer.alloc(TAR_BLOCK);
  const { bytesRead } = await archive.read(block, 0, TAR_BLOCK, at);
  if (bytesRead < TAR_BLOCK) throw new TarError("the archive ends in the middle");
  return block;
}

/** Size including the padding of the last block. */
function filled(size: number): number {
  return Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function parseHeader(header: Buffer): TarEntry {
  if (tarChecksum(header) !== octal(header, 148, 8)) throw new TarError("the checksum of a header");
  if (header.toString("latin1", 257, 265) !== "ustar\x0000") throw new TarError("it is not ustar");
  const type = header.toString("latin1", 156, 157);
  const [base, prefix] = [text(header, 0, 100), text(header, 345, 155)];
  const name = prefix === "" ? base : `${prefix}/${base}`;
  const size = sizeIn(header);
  const mode = octal(header, 100, 8);
  if (type === "5" && size === 0) return { kind: "folder", name, mode, size };
  if (type === "0" || type === "\0") return { kind: "file", name, mode, size };
  if (type === "1" || type === "2") throw new TarError(`"${printable(name)}" is a link`, true);
  throw new TarError(`"${printable(name)}" is neither a file nor a folder`);
}

/** A name made safe for messages. */
export function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
}

/** Bytes after a first NUL must be NUL too: nothing may hide there. */
function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  if (end < 0) return field.toString();
  if (!isZero(field.subarray(end))) throw new TarError("a name holds a NUL", true);
  return field.toString("utf8", 0, end);
}

/** Octal digits that end with a space or NUL. */
function octal(header: Buffer, at: number, length: number): number {
  const field = header.toString("latin1", at, at + length);
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field)?.[1];
  if (digits === undefined) throw new TarError("a number in a header");
  return Number.parseInt(digits, 8);
}

/** GNU's binary form, used only for sizes that octal digits cannot express: 8 GiB and more. */
function sizeIn(header: Buffer): number {
  if (header[124] !== 0x80) return octal(header, 124, 12);
  const size = header.readBigUInt64BE(128);
  const isCanonical = isZero(header.subarray(125, 128)) && size >= 8n ** 11n;
  if (!isCanonical || size > BigInt(Number.MAX_SAFE_INTEGER)) {
    throw new TarError("a number in a header");
  }
  return Number(size);
}

interface BlockReader {
  /** The next `count` bytes; undefined if there are fewer. */
  take(count: number): Promise<Buffer | undefined>;
  /** The next `count` bytes as they arrive. @throws TarError if there are fewer */
  pieces(count: number): AsyncIterable<Uint8Array>;
  rest(): AsyncIterable<Uint8Array>;
}

function blockReader(source: AsyncIterable<Uint8Array>): BlockReader {
  const iterator = source[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array();
  /** At most `max` bytes; undefined at the end. */
  const next = async (max: number): Promise<Uint8Array | undefined> => {
    while (held.length === 0) {
      const { done, value } = await iterator.next();
      if (done === true) return undefined;
      held = value;
    }
    const piece = held.subarray(0, max);
    held = held.subarray(piece.length);
    return piece;
  };
  async function* pieces(count: number) {
    for (let left = count; left > 0;) {
      const piece = await next(left);
      if (piece === undefined) throw new TarError("it ends in the middle");
      left -= piece.length;
      yield piece;
    }
  }
  async function* rest() {
    for (let piece = await next(Infinity); piece !== undefined; piece = await next(Infinity)) {
      yield piece;
    }
  }
  return {
    pieces,
    rest,
    async take(count) {
      const parts: Uint8Array[] = [];
      for (let left = count; left > 0;) {
        const piece = await next(left);
        if (piece === undefined) return undefined;
        left -= piece.length;
        parts.push(piece);
      }
      return Buffer.concat(parts);
    },
  };
}

import { failUpdate } from "./update-failure.ts";

/** A regular file or folder of an archive. */
export interface ArchiveEntry {
  readonly kind: "file" | "folder";
  /** As it is in the archive; not judged yet. */
  readonly name: string;
  readonly mode: number;
  readonly size: number;
}

/** Receives the parts of an archive in order. */
export interface ArchiveReader {
  begin(entry: ArchiveEntry): Promise<void>;
  /** A piece of the file that began last. */
  piece(bytes: Uint8Array): Promise<void>;
  /** The file that began last is complete. */
  end(): Promise<void>;
}

const BLOCK = 512;
/** Some programs fill the last record. */
const PADDING_MAX = 1024 ** 2;

const refuseArchive = (text: string): never => failUpdate("ArchiveInvalid", text);

/**
 * Reads a tar archive of the plain ustar form. Releases hold files and folders only, so everything
 * else is refused where it begins: links, devices, and the extensions (pax, GNU) that could change
 * the name or size of what follows.
 *
 * @throws UpdateFailure ArchiveInvalid, UnsafePath
 */
export async function readUstar(
  pieces: AsyncIterable<Uint8Array>,
  reader: ArchiveReader,
): Promise<void> {
  const bytes = blockReader(pieces);
  for (;;) {
    const header = await bytes.take(BLOCK);
    if (header === undefined) return refuseArchive("it ends in the middle");
    if (isZero(header)) break;
    const entry = parseHeader(header);
    await reader.begin(entry);
    for await (const piece of bytes.pieces(entry.size)) await reader.piece(piece);
    if (entry.kind === "file") await reader.end();
    const padding = await bytes.take((BLOCK - (entry.size % BLOCK)) % BLOCK);
    if (padding === undefined) return refuseArchive("it ends in the middle");
  }
  let padding = 0;
  for await (const rest of bytes.rest()) {
    padding += rest.length;
    if (padding > PADDING_MAX || !isZero(rest)) refuseArchive("there is something after its end");
  }
}

function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

function parseHeader(header: Buffer): ArchiveEntry {
  if (checksumOf(header) !== octal(header, 148, 8)) refuseArchive("the checksum of a header");
  if (header.toString("latin1", 257, 265) !== "ustar\x0000") refuseArchive("it is not ustar");
  const type = header.toString("latin1", 156, 157);
  const [base, prefix] = [text(header, 0, 100), text(header, 345, 155)];
  const name = prefix === "" ? base : `${prefix}/${base}`;
  const size = octal(header, 124, 12);
  const mode = octal(header, 100, 8);
  if (type === "5" && size === 0) return { kind: "folder", name, mode, size };
  if (type === "0" || type === "\0") return { kind: "file", name, mode, size };
  if (type === "1" || type === "2") failUpdate("UnsafePath", `"${printable(name)}" is a link`);
  return refuseArchive(`"${printable(name)}" is neither a file nor a folder`);
}

/** A name for messages. */
export function printable(name: string): string {
  return name.replace(/[^\x20-\x7e]/g, "?").slice(0, 100);
}

function checksumOf(header: Buffer): number {
  let sum = 8 * 0x20;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}

/** Bytes after a first NUL must be NUL too: nothing may hide there. */
function text(header: Buffer, at: number, length: number): string {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  if (end < 0) return field.toString("latin1");
  if (!isZero(field.subarray(end))) failUpdate("UnsafePath", "a name holds a NUL");
  return field.toString("latin1", 0, end);
}

/** Octal digits that end with a space or NUL; the binary form of GNU is refused. */
function octal(header: Buffer, at: number, length: number): number {
  const field = header.toString("latin1", at, at + length);
  const digits = /^ *([0-7]+)[ \0]*$/.exec(field)?.[1];
  return digits === undefined ? refuseArchive("a number in a header") : Number.parseInt(digits, 8);
}

interface BlockReader {
  /** So many bytes at once; undefined if there are fewer. */
  take(count: number): Promise<Buffer | undefined>;
  /** So many bytes as they come. @throws UpdateFailure if there are fewer */
  pieces(count: number): AsyncIterable<Uint8Array>;
  rest(): AsyncIterable<Uint8Array>;
}

function blockReader(source: AsyncIterable<Uint8Array>): BlockReader {
  const iterator = source[Symbol.asyncIterator]();
  let held: Uint8Array = new Uint8Array();
  /** At most so many bytes; undefined at the end. */
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
      if (piece === undefined) return refuseArchive("it ends in the middle");
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

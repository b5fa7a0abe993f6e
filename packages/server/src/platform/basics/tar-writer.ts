import { createReadStream } from "node:fs";
import { open, stat } from "node:fs/promises";

/** Size of headers, and the unit to which contents are padded. */
export const TAR_BLOCK = 512;
/** An archive ends with two empty blocks. */
const END = 2 * TAR_BLOCK;
const NAME_MAX = 100;
const PREFIX_MAX = 155;
/** The largest size that fits its field as octal digits. */
const OCTAL_MAX = 8 ** 11 - 1;

/** An entry of an archive. No other facts are stored, such as owner or links. */
export interface TarHead {
  readonly kind: "file" | "folder";
  /** Names are separated by `/`; at most 255 bytes. A folder's name ends with `/`. */
  readonly name: string;
  readonly mode: number;
  /** Bytes; 0 for a folder. */
  readonly size: number;
  /** Seconds since 1970; default: 0. */
  readonly timeS?: number;
}

/** A file on disk to be written to an archive under this name. */
export interface TarInput extends Omit<TarHead, "kind" | "timeS"> {
  readonly path: string;
}

/**
 * The header of an entry in the POSIX form ustar; sizes of 8 GiB and more in the binary form of
 * GNU.
 *
 * @throws Error for a name that is too long
 */
export function tarHeader({ kind, name, mode, size, timeS = 0 }: TarHead): Buffer {
  const block = Buffer.alloc(TAR_BLOCK);
  const number = (value: number, at: number, width: number) =>
    block.write(`${value.toString(8).padStart(width - 1, "0")}\0`, at, "latin1");
  const [prefix, base] = splitName(name);
  block.write(base, 0);
  number(mode, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  if (size <= OCTAL_MAX) number(size, 124, 12);
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  number(timeS, 136, 12);
  block.write(kind === "folder" ? "5" : "0", 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  number(0, 329, 8);
  number(0, 337, 8);
  block.write(prefix, 345);
  block.write(`${tarChecksum(block).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

/** The sum of all bytes, those of the checksum itself taken as spaces. */
export function tarChecksum(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

/** Up to 100 bytes of name after up to 155 bytes of prefix, cut at a slash. */
function splitName(name: string): readonly [prefix: string, base: string] {
  if (Buffer.byteLength(name) <= NAME_MAX) return ["", name];
  for (let cut = name.indexOf("/"); cut > 0; cut = name.indexOf("/", cut + 1)) {
    const [prefix, base] = [name.slice(0, cut), name.slice(cut + 1)];
    if (base === "" || Buffer.byteLength(prefix) > PREFIX_MAX) break;
    if (Buffer.byteLength(base) <= NAME_MAX) return [prefix, base];
  }
  throw new Error(`too long a path for an archive: ${name}`);
}

/** Padding for a content of this size. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc(paddingOf(size));
}

/** The end of an archive. */
export function tarEnd(): Buffer {
  return Buffer.alloc(END);
}

function paddingOf(size: number): number {
  return (TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK;
}

/** Writes files as an archive that only its owner can read, and flushes it before returning. */
export async function writeTar(
  path: string,
  inputs: readonly Omit<TarInput, "size">[],
): Promise<void> {
  const sized = await Promise.all(
    inputs.map(async (input) => ({ ...input, size: (await stat(input.path)).size })),
  );
  const archive = await open(path, "w", 0o600);
  try {
    for await (const piece of tarPieces(sized)) await archive.write(piece);
    await archive.sync();
  } finally {
    await archive.close();
  }
}

/**
 * The bytes of an archive of files, piece by piece.
 *
 * @throws Error if the length of a file differs from its stated size
 */
export async function* tarPieces(inputs: readonly TarInput[]): AsyncGenerator<Buffer> {
  for (const { name, path, mode, size } of inputs) {
    yield tarHeader({ kind: "file", name, mode, size });
    let written = 0;
    for await (const piece of createReadStream(path, { end: Math.max(0, size - 1) })) {
      yield piece as Buffer;
      written += (piece as Buffer).length;
    }
    if (written !== size) throw new Error(`${path} has changed while it was read`);
    yield tarPadding(size);
  }
  yield tarEnd();
}

/** Size of the archive of these files, bytes. */
export function tarSize(inputs: readonly Pick<TarInput, "size">[]): number {
  return inputs.reduce((sum, { size }) => sum + TAR_BLOCK + size + paddingOf(size), END);
}

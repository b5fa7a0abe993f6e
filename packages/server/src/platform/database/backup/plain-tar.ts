import { createReadStream } from "node:fs";
import { open, stat, type FileHandle } from "node:fs/promises";

const BLOCK = 512;
const NAME_MAX = 100;
/** The largest size that fits its field as octal digits. */
const OCTAL_MAX = 8 ** 11 - 1;

/** A file to be written to an archive under this name. */
export interface TarInput {
  readonly name: string;
  readonly path: string;
  readonly mode: number;
}

/** A file in an archive: its content begins at `start`. */
export interface TarFile {
  readonly name: string;
  readonly mode: number;
  readonly start: number;
  readonly size: number;
}

/** Writes regular files as a tar archive; `tar` reads it, too. The archive is flushed to disk. */
export async function writeTar(path: string, inputs: readonly TarInput[]): Promise<void> {
  const archive = await open(path, "w", 0o600);
  try {
    for (const { name, path: from, mode } of inputs) {
      const { size } = await stat(from);
      await archive.write(header(name, mode, size));
      let written = 0;
      for await (const piece of createReadStream(from, { end: Math.max(0, size - 1) })) {
        await archive.write(piece as Buffer);
        written += (piece as Buffer).length;
      }
      if (written !== size) throw new Error(`${from} has changed while it was read`);
      await archive.write(Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK));
    }
    await archive.write(Buffer.alloc(2 * BLOCK));
    await archive.sync();
  } finally {
    await archive.close();
  }
}

/**
 * The files of an archive made by `writeTar`.
 *
 * @throws Error for any other archive
 */
export async function listTar(path: string): Promise<TarFile[]> {
  const archive = await open(path, "r");
  try {
    const { size: total } = await archive.stat();
    const files: TarFile[] = [];
    for (let at = 0; ;) {
      const block = await readBlock(archive, at);
      if (block.every((byte) => byte === 0)) return files;
      const file = parseHeader(block, at + BLOCK);
      if (file.start + file.size > total) throw new Error("the archive ends in the middle");
      files.push(file);
      at = file.start + Math.ceil(file.size / BLOCK) * BLOCK;
    }
  } finally {
    await archive.close();
  }
}

async function readBlock(archive: FileHandle, at: number): Promise<Buffer> {
  const block = Buffer.alloc(BLOCK);
  const { bytesRead } = await archive.read(block, 0, BLOCK, at);
  if (bytesRead < BLOCK) throw new Error("the archive ends in the middle");
  return block;
}

function header(name: string, mode: number, size: number): Buffer {
  if (Buffer.byteLength(name) > NAME_MAX) throw new Error(`${name} is too long for an archive`);
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0);
  block.write(octal(mode, 8), 100);
  block.write(octal(0, 8), 108);
  block.write(octal(0, 8), 116);
  if (size <= OCTAL_MAX) block.write(octal(size, 12), 124);
  else {
    // Larger sizes are binary, with the highest bit set.
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write(octal(0, 12), 136);
  block.write("0", 156);
  block.write("ustar\u000000", 257, "latin1");
  block.write(`${checksum(block).toString(8).padStart(6, "0")}\u0000 `, 148);
  return block;
}

function parseHeader(block: Buffer, start: number): TarFile {
  const text = (from: number, length: number) =>
    block.toString("utf8", from, from + length).replace(/\0.*$/s, "");
  const isOurs = text(257, 5) === "ustar" && text(156, 1) === "0" && text(345, 155) === "";
  if (!isOurs || Number.parseInt(text(148, 6), 8) !== checksum(block)) {
    throw new Error("this is no archive of a backup");
  }
  const size =
    block[124] === 0x80 ? Number(block.readBigUInt64BE(128)) : Number.parseInt(text(124, 12), 8);
  return { name: text(0, NAME_MAX), mode: Number.parseInt(text(100, 8), 8) & 0o777, start, size };
}

/** The sum of all bytes, those of the checksum itself taken as spaces. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

function octal(value: number, width: number): string {
  return `${value.toString(8).padStart(width - 1, "0")}\u0000`;
}

import { closeSync, fstatSync, openSync, readSync } from "node:fs";

/** A file of which parts can be read. */
export interface ByteSource {
  /** Bytes. */
  readonly size: number;
  /** Fewer bytes than asked for only at the end of the file. */
  read(offset: number, length: number): Uint8Array;
  /** The file's path; undefined for bytes in memory. */
  readonly path?: string;
  close(): void;
}

/** Opens a file for reading; only the parts asked for are held in memory. */
export function sourceOfFile(path: string): ByteSource {
  const file = openSync(path, "r");
  const { size } = fstatSync(file);
  return {
    size,
    path,
    read(offset, length) {
      const bytes = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(file, bytes, filled, bytes.length - filled, offset + filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    },
    close: () => closeSync(file),
  };
}

export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    read: (offset, length) => bytes.subarray(offset, offset + length),
    close() {},
  };
}

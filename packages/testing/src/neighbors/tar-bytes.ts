import { gzipSync } from "node:zlib";

/** An entry of an archive, as bytes that need not make sense. */
export interface TarEntry {
  readonly name: string | Buffer;
  readonly content?: string | Buffer;
  readonly mode?: number;
  /** `0` file, `5` folder, `1` and `2` links, `x` pax, `L` long name … */
  readonly type?: string;
  readonly linkName?: string | Buffer;
  /** Written into the header instead of the size of the content. */
  readonly size?: number | string;
  readonly prefix?: string;
  readonly magic?: string;
  readonly checksum?: number;
}

const BLOCK = 512;

/** A tar archive, with its end. */
export function tarOf(entries: readonly TarEntry[], end: Buffer = Buffer.alloc(2 * BLOCK)): Buffer {
  return Buffer.concat([...entries.map(entryBytes), end]);
}

/** The same, compressed. */
export function tarballOf(entries: readonly TarEntry[], end?: Buffer): Buffer {
  return gzipSync(tarOf(entries, end), { level: 1 });
}

export function entryBytes(entry: TarEntry): Buffer {
  const content = Buffer.from(entry.content ?? "");
  const header = Buffer.alloc(BLOCK);
  const put = (at: number, length: number, value: string | Buffer) =>
    Buffer.from(value).copy(header, at, 0, length);
  const { type = "0", size = content.length } = entry;
  put(0, 100, entry.name);
  put(100, 8, octal(entry.mode ?? (type === "5" ? 0o755 : 0o644), 7));
  put(108, 8, octal(0, 7));
  put(116, 8, octal(0, 7));
  put(124, 12, typeof size === "string" ? size : octal(size, 11));
  put(136, 12, octal(0, 11));
  put(156, 1, type);
  put(157, 100, entry.linkName ?? "");
  put(257, 8, entry.magic ?? "ustar\x0000");
  put(345, 155, entry.prefix ?? "");
  let sum = 8 * 0x20;
  for (const byte of header) sum += byte;
  put(148, 8, `${octal(entry.checksum ?? sum, 6)}\0 `);
  const padding = Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
  return Buffer.concat([header, content, padding]);
}

function octal(value: number, digits: number): string {
  return value.toString(8).padStart(digits, "0");
}

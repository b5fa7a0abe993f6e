import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";

/** A file of a release. Nothing but its path, its content and its mode gets into the archive. */
export interface ReleaseFile {
  /** Below the top folder. */
  readonly path: string;
  readonly content: Buffer;
  readonly mode: "0755" | "0644";
}

const BLOCK = 512;
/** 1980-01-01, UTC: of every entry. Some programs do not like 1970. */
const TIME_S = 315_532_800;
/** What every file system can hold, without anything that has a meaning somewhere. */
const SEGMENT = /^(?![. ]+$)[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const FORBIDDEN = /[\\:*?"<>|]|[.]$/;
const PATH_MAX = 240;
const ENTRIES_MAX = 20_000;

/** Sorted as in the archive: a folder before what is in it, otherwise by bytes. */
export function sortFiles(files: readonly ReleaseFile[]): ReleaseFile[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * A `.tar.gz` of regular files and folders, in plain ustar form, whose bytes depend on nothing but
 * the files: no times, owners or modes of the disk, no order of a folder.
 *
 * @param topFolder  everything is in it
 * @param level  of gzip, 1 (fast) to 9 (small)
 * @throws Error for a path that the form or some file system cannot hold
 */
export function packArchive(
  topFolder: string,
  files: readonly ReleaseFile[],
  level: number,
): Buffer {
  const sorted = sortFiles(files);
  checkPaths(topFolder, sorted);
  const folders = new Set<string>();
  const parts: Buffer[] = [];
  const addFolders = (path: string) => {
    const names = `${topFolder}/${path}`.split("/").slice(0, -1);
    for (const at of names.keys()) {
      const folder = `${names.slice(0, at + 1).join("/")}/`;
      if (folders.has(folder)) continue;
      folders.add(folder);
      parts.push(header(folder, { type: "5", mode: "0755", size: 0 }));
    }
  };
  for (const { path, content, mode } of sorted) {
    addFolders(path);
    parts.push(header(`${topFolder}/${path}`, { type: "0", mode, size: content.length }), content);
    parts.push(Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK));
  }
  if (folders.size + sorted.length > ENTRIES_MAX) throw new Error("the release has too many files");
  parts.push(Buffer.alloc(2 * BLOCK));
  return gzipSync(Buffer.concat(parts), { level });
}

export function sha256Of(content: Buffer): string {
  return createHash("sha256").update(content).digest("hex");
}

function checkPaths(topFolder: string, files: readonly ReleaseFile[]): void {
  const seen = new Set<string>();
  for (const { path } of files) {
    const segments = path.split("/");
    const isFit = segments.every((name) => SEGMENT.test(name) && !FORBIDDEN.test(name));
    if (!isFit || `${topFolder}/${path}`.length > PATH_MAX) {
      throw new Error(`no path for a release: ${path}`);
    }
    // Where letter case does not count, one would overwrite the other.
    const folded = path.toLowerCase();
    if (seen.has(folded)) throw new Error(`twice in the release: ${path}`);
    seen.add(folded);
  }
}

interface Entry {
  /** `0` is a file, `5` a folder. */
  readonly type: "0" | "5";
  readonly mode: string;
  readonly size: number;
}

/** A header of POSIX ustar, with owner 0 and without names of owners. */
function header(path: string, { type, mode, size }: Entry): Buffer {
  const block = Buffer.alloc(BLOCK);
  const { prefix, name } = splitPath(path);
  const number = (value: number | string, at: number, length: number) => {
    const digits = typeof value === "string" ? value : value.toString(8);
    block.write(`${digits.padStart(length - 1, "0")}\0`, at, "latin1");
  };
  block.write(name, 0, "latin1");
  number(mode, 100, 8);
  number(0, 108, 8);
  number(0, 116, 8);
  number(size, 124, 12);
  number(TIME_S, 136, 12);
  block.write("        ", 148, "latin1");
  block.write(type, 156, "latin1");
  block.write("ustar\x0000", 257, "latin1");
  number(0, 329, 8);
  number(0, 337, 8);
  block.write(prefix, 345, "latin1");
  const checksum = block.reduce((sum, byte) => sum + byte, 0);
  block.write(`${checksum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

/** Up to 100 bytes of name after up to 155 bytes of prefix, cut at a slash. */
function splitPath(path: string): { readonly prefix: string; readonly name: string } {
  if (path.length <= 100) return { prefix: "", name: path };
  const cut = path.indexOf("/", path.length - 101);
  const [prefix, name] = [path.slice(0, cut), path.slice(cut + 1)];
  if (cut < 0 || prefix.length > 155 || name === "") throw new Error(`too long a path: ${path}`);
  return { prefix, name };
}

import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { tarEnd, tarHeader, tarPadding } from "@wordloom/server/platform/basics/tar-writer";

/** A file of a release. Only its path, content and mode get into the archive. */
export interface ReleaseFile {
  /** Path below the top folder. */
  readonly path: string;
  readonly content: Buffer;
  readonly mode: "0755" | "0644";
}

/** Time of every entry: 1980-01-01, UTC. Some programs do not like 1970. */
const timeS = 315_532_800;
/** Names that every file system can hold, without characters that are special somewhere. */
const SEGMENT = /^(?![. ]+$)[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
const FORBIDDEN = /[\\:*?"<>|]|[.]$/;
const PATH_MAX = 240;
const ENTRIES_MAX = 20_000;

/** Sorted as in the archive: a folder before its content, otherwise by bytes. */
export function sortFiles(files: readonly ReleaseFile[]): ReleaseFile[] {
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

/**
 * A `.tar.gz` of regular files and folders, in plain ustar format, whose bytes depend only on the
 * files: not on times, owners, modes or the order of files on the disk.
 *
 * @param topFolder  contains everything
 * @param level  of gzip, 1 (fast) to 9 (small)
 * @throws Error for a path that the format or some file system cannot hold
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
      parts.push(tarHeader({ kind: "folder", name: folder, mode: 0o755, size: 0, timeS }));
    }
  };
  for (const { path, content, mode } of sorted) {
    addFolders(path);
    const [name, size] = [`${topFolder}/${path}`, content.length];
    const head = tarHeader({ kind: "file", name, mode: Number.parseInt(mode, 8), size, timeS });
    parts.push(head, content, tarPadding(size));
  }
  if (folders.size + sorted.length > ENTRIES_MAX) throw new Error("the release has too many files");
  parts.push(tarEnd());
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
    // On a file system that ignores case, one would overwrite the other.
    const folded = path.toLowerCase();
    if (seen.has(folded)) throw new Error(`twice in the release: ${path}`);
    seen.add(folded);
  }
}

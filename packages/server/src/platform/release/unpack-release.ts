import { createHash, type Hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createGunzip } from "node:zlib";
import {
  printable,
  readTar,
  TarError,
  type TarEntry,
  type TarReader,
} from "../basics/tar-reader.ts";
import { parentsOf, pathInArchive } from "./archive-names.ts";
import { LAUNCHER } from "./install-layout.ts";
import type { NewFile, ReleaseDisk } from "./release-disk.ts";
import { parseReleaseInfo, type ReleaseInfo } from "./release-info.ts";
import { asFailure, failUpdate } from "./update-failure.ts";

const ENTRIES_MAX = 20_000;
const UNPACKED_MAX_BYTES = 1024 ** 3;
const MANIFEST_MAX_BYTES = 16 * 1024 ** 2;
const FILE_MODES: readonly number[] = [0o644, 0o755];

/** Required content of the archive. */
export interface ExpectedRelease {
  readonly tag: string;
  /** `linux-x86_64` or `linux-aarch64`. */
  readonly arch: string;
}

/** Stops the unpacking on request. */
export interface UnpackWatch {
  readonly signal: AbortSignal;
  /** Called for every entry and piece. */
  onProgress(): void;
}

interface Unpacked {
  /** SHA-256 and mode of every file, by its path below the top folder. */
  readonly files: Map<string, { readonly sha256: string; readonly mode: number }>;
  manifest: Buffer | undefined;
  /** The file being written. */
  open?: OpenFile | undefined;
}

/**
 * Unpacks the tarball of a release into a new folder and checks every file against its
 * RELEASE.json.
 *
 * @param to  does not exist yet; incomplete on failure
 * @returns the folder with the parts of the release, and its RELEASE.json
 * @throws UpdateFailure ArchiveInvalid, UnsafePath, DiskFull
 */
export async function unpackRelease(
  tarball: string,
  to: { readonly disk: ReleaseDisk; readonly folder: string },
  expected: ExpectedRelease,
  watch: UnpackWatch,
): Promise<{ readonly folder: string; readonly info: ReleaseInfo }> {
  const topFolder = `wordloom-${expected.tag}-${expected.arch}`;
  const manifestPath = `lib/${expected.tag}/RELEASE.json`;
  const unpacked: Unpacked = { files: new Map(), manifest: undefined };
  const input = createReadStream(tarball);
  const gunzip = createGunzip();
  try {
    await to.disk.makeFolder(to.folder);
    await to.disk.makeFolder(join(to.folder, topFolder));
    const root = join(to.folder, topFolder);
    input.on("error", (error) => gunzip.destroy(error));
    await readTar(
      input.pipe(gunzip),
      unpacker({ ...to, root, topFolder, manifestPath }, unpacked, watch),
    );
    return { folder: root, info: checkAgainstManifest(unpacked, expected, manifestPath) };
  } catch (error) {
    watch.signal.throwIfAborted();
    const isUnsafe = error instanceof TarError && error.isUnsafe;
    throw asFailure(error, isUnsafe ? "UnsafePath" : "ArchiveInvalid");
  } finally {
    input.destroy();
    gunzip.destroy();
    await unpacked.open?.file.abandon();
  }
}

interface Place {
  readonly disk: ReleaseDisk;
  readonly root: string;
  readonly topFolder: string;
  readonly manifestPath: string;
}

interface OpenFile {
  readonly path: string;
  readonly mode: number;
  readonly file: NewFile;
  readonly hash: Hash;
  /** Collected only for RELEASE.json. */
  readonly content: Uint8Array[] | undefined;
}

function unpacker(place: Place, unpacked: Unpacked, watch: UnpackWatch): TarReader {
  /**
   * Case-folded names of existing entries, because some file systems treat `A` and `a` as the same.
   */
  const kinds = new Map<string, "file" | "folder">();
  const folders = new Set<string>();
  let [entries, bytes] = [0, 0];

  const makeFolder = async (path: string) => {
    if (folders.has(path) || path === "") return;
    if (kinds.has(path.toLowerCase())) {
      failUpdate("ArchiveInvalid", `"${printable(path)}" is there twice`);
    }
    kinds.set(path.toLowerCase(), "folder");
    folders.add(path);
    await place.disk.makeFolder(join(place.root, path));
  };

  return {
    async begin(entry) {
      watch.onProgress();
      watch.signal.throwIfAborted();
      entries += 1;
      bytes += entry.size;
      if (entries > ENTRIES_MAX) failUpdate("ArchiveInvalid", "it has too many entries");
      if (bytes > UNPACKED_MAX_BYTES) failUpdate("ArchiveInvalid", "it is too large when unpacked");
      const path = pathInArchive(entry.name, place.topFolder);
      judgeMode(entry);
      for (const parent of parentsOf(path)) await makeFolder(parent);
      if (entry.kind === "folder") return makeFolder(path);
      if (path === "" || entry.name.endsWith("/") || kinds.has(path.toLowerCase())) {
        failUpdate("ArchiveInvalid", `"${printable(path)}" is there twice`);
      }
      kinds.set(path.toLowerCase(), "file");
      if (path === place.manifestPath && entry.size > MANIFEST_MAX_BYTES) {
        failUpdate("ArchiveInvalid", "its RELEASE.json is too large");
      }
      unpacked.open = {
        path,
        mode: entry.mode,
        hash: createHash("sha256"),
        content: path === place.manifestPath ? [] : undefined,
        file: await place.disk.create(join(place.root, path), entry.mode),
      };
    },
    async piece(piece) {
      watch.onProgress();
      watch.signal.throwIfAborted();
      const { open } = unpacked;
      open?.hash.update(piece);
      open?.content?.push(Buffer.from(piece));
      await open?.file.write(piece);
    },
    async end() {
      if (unpacked.open === undefined) return;
      const { path, mode, hash, content, file } = unpacked.open;
      unpacked.open = undefined;
      await file.close();
      if (content === undefined) unpacked.files.set(path, { sha256: hash.digest("hex"), mode });
      else unpacked.manifest = Buffer.concat(content);
    },
  };
}

function judgeMode({ kind, mode, name }: TarEntry): void {
  const allowed = kind === "folder" ? mode === 0o755 : FILE_MODES.includes(mode);
  if (!allowed) failUpdate("ArchiveInvalid", `"${printable(name)}" has a forbidden mode`);
}

function checkAgainstManifest(
  { files, manifest }: Unpacked,
  expected: ExpectedRelease,
  manifestPath: string,
): ReleaseInfo {
  if (manifest === undefined) failUpdate("ArchiveInvalid", "it has no RELEASE.json");
  const info = parseReleaseInfo(manifest.toString("utf8"));
  if (info.version !== expected.tag) failUpdate("ArchiveInvalid", `it is of ${info.version}`);
  if (info.arch !== expected.arch) failUpdate("ArchiveInvalid", `it is for ${info.arch}`);
  const listed = new Map(info.files.map((file) => [file.path, file]));
  listed.delete(manifestPath);
  for (const [path, { sha256, mode }] of files) {
    const named = listed.get(path);
    if (named === undefined) failUpdate("ArchiveInvalid", `"${path}" is not in RELEASE.json`);
    if (named.sha256 !== sha256) failUpdate("ArchiveInvalid", `"${path}" has another content`);
    if (Number.parseInt(named.mode, 8) !== mode)
      failUpdate("ArchiveInvalid", `"${path}" has another mode`);
    listed.delete(path);
  }
  const [missing] = listed.keys();
  if (missing !== undefined) failUpdate("ArchiveInvalid", `"${printable(missing)}" is missing`);
  if (files.get(LAUNCHER)?.mode !== 0o755) failUpdate("ArchiveInvalid", "it has no launcher");
  return info;
}

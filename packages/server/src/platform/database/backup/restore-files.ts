import { existsSync, lstatSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listTar, type TarFile } from "../../basics/tar-reader.ts";
import { extractFile } from "./extract-file.ts";
import { flushPath } from "../../basics/flush-path.ts";
import { removeSwap, writeSwap, type FileSwap } from "./file-swap.ts";

/** The files of a data directory that a backup may contain; nothing else is ever written there. */
const FILE_NAME = /^(keys\/|secrets\/)[A-Za-z0-9_-][A-Za-z0-9._-]*$|^amas_config\.toml$/;

/** Suffixes of files that wait to be put in place, and of those that were moved away. */
const [COMING, FORMER] = [".part", ".former"];

/** Whether a file belongs to a restore that is running or was cut off; backups leave it out. */
export function isOfSwap(name: string): boolean {
  return name.endsWith(COMING) || name.endsWith(FORMER);
}

/** Complete and flushed files of a backup, next to those that they will replace. */
export interface ReadyFiles {
  readonly names: readonly string[];
  /** Renames them into place after moving the former files away; may be called again. */
  place(): Promise<void>;
}

/** The files to unpack and their destination. */
interface FileOrder {
  /** A database file of a backup. */
  readonly path: string;
  readonly dataDir: string;
  /** Epoch of the restore, which identifies the restored database. */
  readonly epoch: string;
}

/**
 * Unpacks keys, secrets and the engine configuration of a backup into a data directory, with their
 * modes, after writing a note of the planned changes. `settleFiles` completes them using the note:
 * call it in any case, even if this fails. Files that the backup does not contain are kept.
 *
 * @throws Error if a file cannot be written, or could not be put in place
 */
export async function readyFiles({ path, dataDir, epoch }: FileOrder): Promise<ReadyFiles> {
  const archive = `${path}.files.tar`;
  const files = existsSync(archive) ? (await listTar(archive)).filter(isWanted) : [];
  const names = files.map(({ name }) => name);
  for (const name of names) requireNoFolder(join(dataDir, name));
  const former = names.filter((name) => existsSync(join(dataDir, name)));
  const swap: FileSwap = { format: 1, epoch, names, former };
  if (names.length > 0) await writeSwap(dataDir, swap);
  for (const file of files) {
    const target = join(dataDir, file.name);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    await extractFile(archive, file, target + COMING, file.mode & 0o600);
  }
  return { names, place: () => placeFiles(dataDir, swap) };
}

function isWanted({ name }: TarFile): boolean {
  return FILE_NAME.test(name) && !isOfSwap(name);
}

/** Like a file, it would be moved away, and would then be in the way forever. */
function requireNoFolder(target: string): void {
  const isFolder = lstatSync(target, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder) throw new Error(`EISDIR: ${target} is a folder, and has the name of a key`);
}

async function placeFiles(dataDir: string, { names }: FileSwap): Promise<void> {
  for (const target of names.map((name) => join(dataDir, name))) {
    if (!existsSync(target + COMING)) continue;
    if (existsSync(target) && !existsSync(target + FORMER)) await rename(target, target + FORMER);
    await rename(target + COMING, target);
  }
  await flushFolders(dataDir, names);
}

/**
 * Finishes a swap of files from any state: either the backup's files or the former ones are in
 * place, and nothing is left of the others. Can itself be interrupted and repeated.
 *
 * @param isRestored  whether the database belongs to the files of the backup
 */
export async function settleFiles(
  dataDir: string,
  swap: FileSwap,
  isRestored: boolean,
): Promise<void> {
  const wanted = { ...swap, names: swap.names.filter((name) => FILE_NAME.test(name)) };
  if (isRestored) await placeFiles(dataDir, wanted);
  for (const name of wanted.names) {
    const target = join(dataDir, name);
    if (isRestored) await rm(target + FORMER, { force: true });
    else await putBack(target, swap.former.includes(name));
  }
  await flushFolders(dataDir, wanted.names);
  await removeSwap(dataDir);
}

async function putBack(target: string, wasThere: boolean): Promise<void> {
  const isPlaced = !existsSync(target + COMING);
  if (existsSync(target + FORMER)) await rename(target + FORMER, target);
  else if (!wasThere && isPlaced) await rm(target, { force: true });
  await rm(target + COMING, { force: true });
}

async function flushFolders(dataDir: string, names: readonly string[]): Promise<void> {
  const folders = new Set(names.map((name) => dirname(join(dataDir, name))));
  for (const folder of folders) if (existsSync(folder)) await flushPath(folder);
}

import { existsSync, lstatSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { listTar, type TarFile } from "../../basics/tar-reader.ts";
import { extractFile } from "./extract-file.ts";
import { flushPath } from "../../basics/flush-path.ts";
import { removeSwap, writeSwap, type FileSwap } from "./file-swap.ts";

/** What a backup may hold of a data directory: nothing else is ever written there. */
const FILE_NAME = /^(keys\/|secrets\/)[A-Za-z0-9_-][A-Za-z0-9._-]*$|^amas_config\.toml$/;

/** Ends of the names of files that wait to be put in place, and of those that had to go. */
const [COMING, FORMER] = [".part", ".former"];

/** Whether a file belongs to a restore that is under way, or was cut off; no backup takes it. */
export function isOfSwap(name: string): boolean {
  return name.endsWith(COMING) || name.endsWith(FORMER);
}

/** Files of a backup that are complete on the disk, beside those that they are to replace. */
export interface ReadyFiles {
  readonly names: readonly string[];
  /** Gives them their names, and those that had them others; may be called again. */
  place(): Promise<void>;
}

/** Which files go where. */
interface FileOrder {
  /** A database file of a backup. */
  readonly path: string;
  readonly dataDir: string;
  /** Of the restore: what the restored database will be known by. */
  readonly epoch: string;
}

/**
 * Unpacks keys, secrets and the engine configuration of a backup into a data directory, with their
 * modes, after a note of what is about to happen, by which `settleFiles` ends it: call that in any
 * case, also when this fails. Files that the backup does not have stay.
 *
 * @throws Error when one cannot be written, or could not be put in place
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

/** It would go out of the way as a file does, and then be in the way for good. */
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
 * Ends a swap of files, whatever it had come to: those of the backup are in place, or those of
 * before, and nothing of the others is left. Can itself be cut off, and begun again.
 *
 * @param isRestored  whether the database is the one that the files of the backup belong to
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

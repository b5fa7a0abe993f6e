import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { claimFile } from "../claim-sqlite.ts";

/** Folders in which backups are packed or unpacked; they contain keys. */
const NAME = /^\.wordloom-(backup|bundle)-[A-Za-z0-9]{6}$/;
/** A file whose lock is the claim of the process working in the folder. */
const HOLDER = "holder";
/** A note in the data directory that points to a folder elsewhere. */
const NOTE = ".at";
const TRIES_MAX = 3;

/** Where to work. */
interface Workplace {
  readonly what: "backup" | "bundle";
  /** An existing folder, on the disk of the result. */
  readonly beside: string;
  /** Data directory for the note, if it is a different folder. */
  readonly dataDir?: string;
}

/**
 * Works in a separate folder that only its owner can access. It is removed afterwards or, if this
 * process is killed, by `sweepWorkingFolders`.
 */
export async function inWorkingFolder<T>(
  place: Workplace,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { folder, release } = await makeFolder(place);
  const note = noteOf(folder, place);
  try {
    if (note !== undefined) await writeFile(note, resolve(folder), { mode: 0o600, flush: true });
    return await work(folder);
  } finally {
    try {
      await rm(folder, { recursive: true, force: true });
      if (note !== undefined) await rm(note, { force: true });
    } finally {
      release();
    }
  }
}

async function makeFolder({ what, beside }: Workplace) {
  for (let tries = 0; tries < TRIES_MAX; tries += 1) {
    const folder = await mkdtemp(join(beside, `.wordloom-${what}-`));
    const release = await claimHolder(folder);
    // Another process may have mistaken it for an abandoned folder.
    if (release !== undefined && existsSync(join(folder, HOLDER))) return { folder, release };
    release?.();
  }
  throw new Error(`no working folder could be made in ${beside}`);
}

function noteOf(folder: string, { dataDir }: Workplace): string | undefined {
  if (dataDir === undefined || resolve(dirname(folder)) === resolve(dataDir)) return undefined;
  return join(dataDir, `${basename(folder)}${NOTE}`);
}

/** @returns undefined if another process holds it */
function claimHolder(folder: string): Promise<(() => void) | undefined> {
  return claimFile(join(folder, HOLDER), { waitMs: 0, onWait() {} });
}

/**
 * Removes working folders whose process is gone: those in these folders, and those that a note in
 * one of them points to. A folder that cannot be removed is left for the next time.
 *
 * @returns the removed folders
 */
export async function sweepWorkingFolders(folders: readonly string[]): Promise<string[]> {
  const removed: string[] = [];
  const sweep = async (folder: string) => {
    if (await removeIfForsaken(folder)) removed.push(folder);
  };
  for (const place of new Set(folders.map((each) => resolve(each)))) {
    for (const name of await readdir(place).catch(() => [])) {
      const path = join(place, name);
      if (NAME.test(name)) await sweep(path);
      else if (name.endsWith(NOTE) && NAME.test(name.slice(0, -NOTE.length))) {
        const folder = (await readFile(path, "utf8").catch(() => "")).trim();
        // Nothing else is removed, whatever the note says.
        if (basename(folder) === name.slice(0, -NOTE.length)) await sweep(folder);
        if (!existsSync(folder)) await rm(path, { force: true }).catch(() => {});
      }
    }
  }
  return removed;
}

async function removeIfForsaken(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  try {
    const release = await claimHolder(folder);
    if (release === undefined) return false;
    try {
      await rm(folder, { recursive: true, force: true });
      return true;
    } finally {
      release();
    }
  } catch {
    return false;
  }
}

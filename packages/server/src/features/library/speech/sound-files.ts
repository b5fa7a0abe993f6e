import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../../platform/basics/thrown.ts";
import { DAY_MS, HOUR_MS } from "../../../platform/time/durations.ts";
import type { Settings } from "../../../platform/settings/settings.ts";

// Sounds can be made again, so the files are neither flushed nor part of a backup. Each host has
// its own; the processes of one host share them.

type DataDir = Pick<Settings, "DATA_DIR">;

/** Where a sound is kept. */
export interface SoundPlace {
  /** Hash of everything that the sound depends on, lower-case hexadecimal. */
  readonly key: string;
  /** The learner whose own text it is; undefined for texts of the library. */
  readonly ownerId: string | undefined;
}

/** How far the time of the last use may lag behind, ms. */
const USE_LAG_MS = HOUR_MS;
/** Sounds of learners' own texts go after this time without a use, ms. */
const OWN_UNUSED_MAX_MS = 30 * DAY_MS;
/** A file is written within seconds. */
const DRAFT_LIFE_MS = HOUR_MS;
/** Trimming leaves this share, so that it is not needed again at once. */
const SHARE_LEFT = 0.9;
/** Only the service reads the files. */
const PRIVATE = 0o700;

/** @returns undefined if it is not kept */
export async function readSoundFile(
  settings: DataDir,
  place: SoundPlace,
  nowMs: number,
): Promise<Buffer | undefined> {
  const path = pathOf(settings, place);
  try {
    const bytes = await readFile(path);
    void markUsed(path, nowMs);
    return bytes;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function markUsed(path: string, nowMs: number): Promise<void> {
  try {
    const { mtimeMs } = await stat(path);
    if (nowMs - mtimeMs > USE_LAG_MS) await utimes(path, nowMs / 1000, nowMs / 1000);
  } catch {
    // Another process has trimmed it.
  }
}

/** Readers see the whole file or none. */
export async function writeSoundFile(
  settings: DataDir,
  place: SoundPlace,
  { bytes, draftId, nowMs }: { bytes: Buffer; draftId: string; nowMs: number },
): Promise<void> {
  const path = pathOf(settings, place);
  const draft = `${path}.${draftId}.new`;
  await mkdir(join(path, ".."), { recursive: true, mode: PRIVATE });
  try {
    await writeFile(draft, bytes, { flag: "wx", mode: 0o600 });
    await utimes(draft, nowMs / 1000, nowMs / 1000);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

/** Removes the sounds of a learner's own texts. */
export async function removeOwnSounds(settings: DataDir, userId: string): Promise<void> {
  await rm(ownFolder(settings, userId), { recursive: true, force: true });
}

interface SoundFile {
  readonly path: string;
  readonly bytes: number;
  readonly usedMs: number;
}

/**
 * Removes the least used sounds until the rest fits, old ones of learners' own texts, and drafts
 * left by a crash.
 */
export async function trimSounds(
  settings: DataDir & Pick<Settings, "SPEECH_CACHE_MB">,
  nowMs: number,
): Promise<void> {
  const maxBytes = settings.SPEECH_CACHE_MB * 1024 * 1024;
  const found = await listSounds(folderOf(settings), nowMs);
  found.sort((one, other) => one.usedMs - other.usedMs);
  let total = found.reduce((sum, { bytes }) => sum + bytes, 0);
  const wanted = total > maxBytes ? maxBytes * SHARE_LEFT : maxBytes;
  for (const { path, bytes } of found) {
    if (total <= wanted) break;
    await rm(path, { force: true });
    total -= bytes;
  }
}

/** Size of all sounds that are kept here, bytes. */
export async function countSoundBytes(settings: DataDir): Promise<number> {
  const found = await listSounds(folderOf(settings), 0);
  return found.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The sounds in the folder; removes what is no longer to be kept whatever the size. */
async function listSounds(folder: string, nowMs: number, isOwn = false): Promise<SoundFile[]> {
  const found: SoundFile[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const known = await stat(path).catch(() => undefined);
    if (known === undefined) continue;
    if (known.isDirectory()) {
      for (const file of await listSounds(path, nowMs, isOwn || name === OWN)) found.push(file);
      continue;
    }
    const unusedMs = nowMs - known.mtimeMs;
    const isLost = name.endsWith(".new") && unusedMs > DRAFT_LIFE_MS;
    const isOld = isOwn && unusedMs > OWN_UNUSED_MAX_MS;
    if (isLost || isOld) await rm(path, { force: true });
    else found.push({ path, bytes: known.size, usedMs: known.mtimeMs });
  }
  return found;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

const OWN = "own";

function folderOf({ DATA_DIR }: DataDir): string {
  return join(DATA_DIR, "speech");
}

function ownFolder(settings: DataDir, userId: string): string {
  return join(folderOf(settings), OWN, userId);
}

function pathOf(settings: DataDir, { key, ownerId }: SoundPlace): string {
  if (ownerId !== undefined) return join(ownFolder(settings, ownerId), key);
  return join(folderOf(settings), key.slice(0, 2), key);
}

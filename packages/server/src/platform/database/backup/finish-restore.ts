import { existsSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { claimFile, claimSqlite, type ClaimOptions } from "../claim-sqlite.ts";
import { openDatabase, sqliteFile } from "../connection.ts";
import { isDamage } from "../dialect/sqlite-damage.ts";
import { holdingSchema } from "../migrate.ts";
import { readRestoreMark } from "../restore-mark.ts";
import { hasTable } from "../table-names.ts";
import { allowingTime } from "../time-allowed.ts";
import { flushPath } from "../../basics/flush-path.ts";
import { isSwapNoted, readSwap } from "./file-swap.ts";
import { settleFiles } from "./restore-files.ts";

/** Suffixes of the files that SQLite keeps next to a database. */
const SIDE_FILES = ["-wal", "-shm", "-journal"];

/** The target of a restore. */
export interface RestorePlace {
  readonly DATABASE_URL: string;
  readonly DATA_DIR: string;
  readonly SQLITE_BUSY_TIMEOUT_MS: number;
}

/** The outcome of a restore that was cut off. */
export type RestoreEnd = "done" | "undone";

/** Path of the restored database while it is being written. */
export function restoringFile(file: string): string {
  return `${file}.restoring`;
}

/** Path of a complete restored database that waits to replace the old one. */
export function restoredFile(file: string): string {
  return `${file}.restored`;
}

/**
 * Whether a restore is unfinished, because its process has ended or is about to restart: a SQLite
 * file waits, or keys and secrets may not match the database.
 */
export function isRestoreWaiting({ DATABASE_URL, DATA_DIR }: RestorePlace): boolean {
  return isDatabaseWaiting(DATABASE_URL) || isSwapNoted(DATA_DIR);
}

function isDatabaseWaiting(url: string): boolean {
  const file = sqliteFile(url);
  return file !== undefined && existsSync(restoredFile(file));
}

/**
 * Claims keys and secrets of a data directory for a restore. The claim ends with its process.
 *
 * @throws Error if another process holds it
 */
export async function claimFiles(dataDir: string, options: ClaimOptions): Promise<() => void> {
  const release = await claimFile(join(dataDir, "restore.lock"), options);
  if (release !== undefined) return release;
  throw new Error("a restore is under way: try again when it has come to its end");
}

/**
 * Finishes a restore, however its process ended: a prepared SQLite file replaces the old one; then
 * the database shows whether it was restored, and the matching keys and secrets are put in place.
 * The caller must have claimed both, before the database is used.
 *
 * @returns undefined if there was nothing to do
 */
export async function finishRestore(place: RestorePlace): Promise<RestoreEnd | undefined> {
  const isPlaced = await placeDatabase(place.DATABASE_URL);
  const swap = await readSwap(place.DATA_DIR);
  if (swap === undefined) return isPlaced ? "done" : undefined;
  const isRestored = (await epochOf(place)) === swap.epoch;
  await settleFiles(place.DATA_DIR, swap, isRestored);
  return isRestored ? "done" : "undone";
}

/**
 * The same for a process that is about to serve the database and has claimed it; only if there is
 * something to do. If so, secrets that were read before are void.
 */
export async function finishBeforeServing(
  place: RestorePlace,
  options: ClaimOptions,
): Promise<RestoreEnd | undefined> {
  const file = sqliteFile(place.DATABASE_URL);
  if (file !== undefined) removeUnfinished(file);
  if (!isRestoreWaiting(place)) return undefined;
  const release = await claimFiles(place.DATA_DIR, options);
  try {
    return await finishRestore(place);
  } finally {
    release();
  }
}

/**
 * The same for a program that does not serve the database, and only if there is something to do.
 *
 * @throws Error if another process will finish it
 */
export async function finishForsakenRestore(place: RestorePlace): Promise<RestoreEnd | undefined> {
  if (!isRestoreWaiting(place)) return undefined;
  const atOnce = { waitMs: 0, onWait() {} };
  const release = await claimSqlite(place.DATABASE_URL, atOnce).catch((cause: unknown) => {
    const text = "a restored database waits for the process that serves it: try again in a moment";
    throw new Error(text, { cause });
  });
  try {
    return await finishBeforeServing(place, atOnce);
  } finally {
    release();
  }
}

async function placeDatabase(url: string): Promise<boolean> {
  const file = sqliteFile(url);
  if (file === undefined || !isDatabaseWaiting(url)) return false;
  settleLog(file);
  await rename(restoredFile(file), file);
  await flushPath(dirname(file));
  return true;
}

/** Removes a partially written SQLite file of a restore. */
export function removeUnfinished(file: string): void {
  for (const end of ["", ...SIDE_FILES]) rmSync(`${restoringFile(file)}${end}`, { force: true });
}

/** A log left next to the file would be taken for the new file's log. */
function settleLog(file: string): void {
  if (existsSync(file)) {
    try {
      const old = new DatabaseSync(file);
      old.exec("pragma wal_checkpoint(truncate)");
      old.close();
    } catch {
      // The file is damaged, so its log could save nothing.
    }
  }
  for (const end of SIDE_FILES) rmSync(`${file}${end}`, { force: true });
}

/**
 * Epoch of the last restore recorded in the database; undefined if it is empty, or damaged and
 * therefore not just restored.
 */
async function epochOf(place: RestorePlace): Promise<string | undefined> {
  const file = sqliteFile(place.DATABASE_URL);
  if (file !== undefined && !existsSync(file)) return undefined;
  const options = { busyTimeoutMs: place.SQLITE_BUSY_TIMEOUT_MS, poolSize: 1 };
  try {
    const database = await openDatabase(place.DATABASE_URL, options);
    try {
      // The server may not have noticed yet that a process loading a database is gone; until then,
      // nobody knows whether the load has completed.
      return await allowingTime("unlimited", () =>
        holdingSchema(database, async (held) => {
          if (!(await hasTable(held, "restores"))) return undefined;
          return (await readRestoreMark(held))?.epoch;
        }),
      );
    } finally {
      await database.destroy();
    }
  } catch (error) {
    if (file !== undefined && isDamage(error)) return undefined;
    throw error;
  }
}

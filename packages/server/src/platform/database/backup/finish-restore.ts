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

/** What SQLite keeps beside a database, by the ends of the names. */
const SIDE_FILES = ["-wal", "-shm", "-journal"];

/** What a restore fills. */
export interface RestorePlace {
  readonly DATABASE_URL: string;
  readonly DATA_DIR: string;
  readonly SQLITE_BUSY_TIMEOUT_MS: number;
}

/** What a restore that was cut off has become. */
export type RestoreEnd = "done" | "undone";

/** A restored database under this name is being made. */
export function restoringFile(file: string): string {
  return `${file}.restoring`;
}

/** A restored database under this name is complete, and waits to take the place of the old one. */
export function restoredFile(file: string): string {
  return `${file}.restored`;
}

/**
 * Whether there is something left to do for a restore whose process has ended, or is about to begin
 * anew: a SQLite file waits, or keys and secrets may not be those of the database.
 */
export function isRestoreWaiting({ DATABASE_URL, DATA_DIR }: RestorePlace): boolean {
  return isDatabaseWaiting(DATABASE_URL) || isSwapNoted(DATA_DIR);
}

function isDatabaseWaiting(url: string): boolean {
  const file = sqliteFile(url);
  return file !== undefined && existsSync(restoredFile(file));
}

/**
 * Claims keys and secrets of a data directory for a restore. The claim is gone when its process is.
 *
 * @throws Error when another process has it
 */
export async function claimFiles(dataDir: string, options: ClaimOptions): Promise<() => void> {
  const release = await claimFile(join(dataDir, "restore.lock"), options);
  if (release !== undefined) return release;
  throw new Error("a restore is under way: try again when it has come to its end");
}

/**
 * Ends what a restore has begun, however the process that began it has ended: a SQLite file that
 * was prepared takes the place of the old one; then the database tells whether it was restored, and
 * keys and secrets are made those that belong to it. For who has claimed both, before the database
 * is used.
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
 * The same for a process that is about to serve the database, and has claimed it; only if there is
 * something to do. Secrets that were read before are void if there was.
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
 * @throws Error when a process is there that will see to it
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

/** Removes a restored SQLite file of which only a part was written. */
export function removeUnfinished(file: string): void {
  for (const end of ["", ...SIDE_FILES]) rmSync(`${restoringFile(file)}${end}`, { force: true });
}

/** A log that stays beside the file would be taken for that of the new one. */
function settleLog(file: string): void {
  if (existsSync(file)) {
    try {
      const old = new DatabaseSync(file);
      old.exec("pragma wal_checkpoint(truncate)");
      old.close();
    } catch {
      // It is damaged: there is nothing that its log could save.
    }
  }
  for (const end of SIDE_FILES) rmSync(`${file}${end}`, { force: true });
}

/**
 * Of the last restore that the database knows of; undefined for an empty one, and for one that is
 * damaged, which no restore has just made.
 */
async function epochOf(place: RestorePlace): Promise<string | undefined> {
  const file = sqliteFile(place.DATABASE_URL);
  if (file !== undefined && !existsSync(file)) return undefined;
  const options = { busyTimeoutMs: place.SQLITE_BUSY_TIMEOUT_MS, poolSize: 1 };
  try {
    const database = await openDatabase(place.DATABASE_URL, options);
    try {
      // The server may not have noticed yet that a process is gone which was loading a database:
      // until it has, nobody knows whether that is done.
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

import { existsSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { claimSqlite } from "../claim-sqlite.ts";
import { sqliteFile } from "../connection.ts";
import { flushPath } from "./file-digest.ts";

/** What SQLite keeps beside a database, by the ends of the names. */
export const SIDE_FILES = ["-wal", "-shm", "-journal"];

/** A restored database under this name is complete, and waits to take the place of the old one. */
export function restoredFile(file: string): string {
  return `${file}.restored`;
}

/** Whether a restored SQLite file waits: its process has ended, or is about to begin anew. */
export function isRestoreWaiting(url: string): boolean {
  const file = sqliteFile(url);
  return file !== undefined && existsSync(restoredFile(file));
}

/**
 * Puts a SQLite file that was prepared in the place of the old one. To be called before the
 * database is opened, by the process that has claimed it: then what was begun is finished, however
 * the process that began it has ended.
 *
 * @returns whether there was one
 */
export async function finishRestore(url: string): Promise<boolean> {
  const file = sqliteFile(url);
  if (file === undefined || !isRestoreWaiting(url)) return false;
  settleLog(file);
  await rename(restoredFile(file), file);
  await flushPath(dirname(file));
  return true;
}

/**
 * The same for a program that does not serve the database, and only if there is one.
 *
 * @throws Error when the process that serves it has not yet put it in place
 */
export async function finishForsakenRestore(url: string): Promise<boolean> {
  if (!isRestoreWaiting(url)) return false;
  const release = await claimSqlite(url, { waitMs: 0, onWait() {} }).catch((cause: unknown) => {
    const text = "a restored database waits for the process that serves it: try again in a moment";
    throw new Error(text, { cause });
  });
  try {
    return await finishRestore(url);
  } finally {
    release();
  }
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

import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { createPrivateFile, sqliteFile } from "./connection.ts";
import { isBusy } from "./dialect/busy-retry.ts";

/** Interval between attempts while another process holds the claim. */
const RETRY_MS = 100;

export interface ClaimOptions {
  /** How long to wait for another process that is about to end. */
  readonly waitMs: number;
  /** Called once if the claim is not free. */
  readonly onWait: () => void;
}

/**
 * Claims a SQLite database for the one process that serves it. Two such processes would each take
 * over the other's leases, and neither would see the sessions that the other revokes. Programs that
 * only read or repair the file do not claim it. Other databases are shared and need no claim.
 *
 * The claim is a lock that the operating system holds on `<file>.lock`, an empty SQLite file. It
 * ends with the process, however the process ends.
 *
 * @returns a function that releases the claim
 * @throws Error if another process still holds it after `waitMs`
 */
export async function claimSqlite(url: string, options: ClaimOptions): Promise<() => void> {
  const file = sqliteFile(url);
  if (file === undefined || file === ":memory:") return () => {};
  const release = await claimFile(`${file}.lock`, options);
  if (release !== undefined) return release;
  throw new Error(
    `Another process serves ${file}: stop it first. Several processes need PostgreSQL ` +
      "(docs/operating/several-processes.md).",
  );
}

/**
 * Claims something for one process, by a lock on this file, which is created.
 *
 * @returns a function that releases the claim; undefined if another process still holds it after
 * `waitMs`
 */
export async function claimFile(
  lockFile: string,
  { waitMs, onWait }: ClaimOptions,
): Promise<(() => void) | undefined> {
  const release = tryClaim(lockFile);
  if (release !== undefined) return release;
  onWait();
  for (let waitedMs = 0; waitedMs < waitMs; waitedMs += RETRY_MS) {
    await pause(RETRY_MS);
    const late = tryClaim(lockFile);
    if (late !== undefined) return late;
  }
  return undefined;
}

/** Undefined if another process holds the claim. */
function tryClaim(lockFile: string): (() => void) | undefined {
  createPrivateFile(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return () => lock.close();
  } catch (error) {
    lock.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
}

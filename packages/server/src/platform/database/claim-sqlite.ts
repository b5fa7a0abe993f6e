import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { createPrivateFile, sqliteFile } from "./connection.ts";
import { isBusy } from "./dialect/busy-retry.ts";

/** How often a claim that is held by another process is tried again. */
const RETRY_MS = 100;

export interface ClaimOptions {
  /** How long to wait for another process that is about to end. */
  readonly waitMs: number;
  /** Called once when the claim is not free. */
  readonly onWait: () => void;
}

/**
 * Claims a SQLite database for the one process that serves it. Two would each take over the other's
 * leases, and neither would see the sessions that the other revokes. Programs that only read or
 * repair the file do not ask for the claim. Other databases are shared, and need none.
 *
 * The claim is a lock that the operating system holds on `<file>.lock`, an empty SQLite file: it is
 * gone when the process is, however it ends.
 *
 * @returns gives the claim back
 * @throws Error another process still has it after `waitMs`
 */
export async function claimSqlite(url: string, options: ClaimOptions): Promise<() => void> {
  const file = sqliteFile(url);
  if (file === undefined || file === ":memory:") return () => {};
  const release = tryClaim(file);
  if (release !== undefined) return release;
  options.onWait();
  for (let waitedMs = 0; waitedMs < options.waitMs; waitedMs += RETRY_MS) {
    await pause(RETRY_MS);
    const late = tryClaim(file);
    if (late !== undefined) return late;
  }
  throw new Error(
    `Another process serves ${file}: stop it first. Several processes need PostgreSQL ` +
      "(docs/operating/several-processes.md).",
  );
}

/** Undefined when another process has the claim. */
function tryClaim(file: string): (() => void) | undefined {
  const lockFile = `${file}.lock`;
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

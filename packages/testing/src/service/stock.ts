import { existsSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { claimFile } from "@wordloom/server/platform/database/claim-sqlite";
import { memoryFolder } from "./memory-folder.ts";

/** Making takes seconds; if it takes longer than this, it hangs. */
const WAIT_MAX_MS = 120_000;

/** The folder that the workers of a test run share; set before any of them starts. */
const SHARED = "WORDLOOM_TEST_STOCK";

/**
 * Creates a folder in which all workers of this run find what one of them has made.
 *
 * @returns removes it
 */
export function shareStock(): () => void {
  const folder = newDirectory();
  process.env[SHARED] = folder;
  return () => remove(folder);
}

export const newDirectory = (): string => mkdtempSync(join(memoryFolder(), "wordloom-learner-"));

export const remove = (directory: string): void =>
  rmSync(directory, { recursive: true, force: true });

const made = new Map<string, Promise<string>>();

/**
 * A directory to copy from. The first worker that needs it makes it; others wait for that.
 *
 * @param make  fills an empty directory
 */
export function stocked(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const known = made.get(name) ?? find(name, make);
  made.set(name, known);
  return known;
}

async function find(name: string, make: (directory: string) => Promise<void>): Promise<string> {
  const shared = process.env[SHARED];
  const folder = shared ?? newDirectory();
  if (shared === undefined) process.once("exit", () => remove(folder));
  const directory = join(folder, name);
  const waiting = { waitMs: WAIT_MAX_MS, onWait: () => {} };
  const release = await claimFile(`${directory}.lock`, waiting);
  if (release === undefined) throw new Error(`another worker makes ${name} for too long`);
  try {
    if (existsSync(directory)) return directory;
    // Renamed once it is complete.
    const fresh = mkdtempSync(`${directory}-`);
    await make(fresh);
    renameSync(fresh, directory);
    return directory;
  } finally {
    release();
  }
}

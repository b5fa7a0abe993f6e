import * as fs from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../basics/thrown.ts";

/**
 * Small files that only the owner of the process may read (mode 0600). Access is synchronous
 * because it is rare and concurrent tasks of this process cannot interleave lines.
 */

const OWNER_ONLY = 0o600;

/** The trimmed content, or undefined if the file does not exist. */
export function readSecretFile(path: string): string | undefined {
  try {
    return fs.readFileSync(path, "utf8").trim();
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Creates the file; an existing one is not changed. */
export function createSecretFile(path: string, text: string): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  try {
    fs.writeFileSync(path, text, { mode: OWNER_ONLY, flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

export function appendSecretFile(path: string, text: string): void {
  fs.mkdirSync(dirname(path), { recursive: true });
  fs.appendFileSync(path, text, { mode: OWNER_ONLY });
}

/** Replaces the content atomically: a reader sees either the old or the new content. */
export function replaceSecretFile(path: string, text: string): void {
  const draft = `${path}.new`;
  fs.writeFileSync(draft, text, { mode: OWNER_ONLY });
  fs.renameSync(draft, path);
}

export function removeSecretFile(path: string): void {
  fs.rmSync(path, { force: true });
}

import { open, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { parseManifest } from "./backup-manifest.ts";

/** A file in the backup folder with all names ever given, including those of removed backups. */
const FILE = "backup-names.jsonl";
const MANIFEST = ".manifest.json";

const Line = z.object({ sequence: z.number().int().min(1), name: z.string() });

/** The names used so far by a folder's backups. */
export interface UsedNames {
  has(name: string): boolean;
  /** Number of the next backup in order of creation, regardless of the clock; the first is 1. */
  readonly nextSequence: number;
}

/** @throws Error if the folder's list exists and cannot be read */
export async function readUsedNames(folder: string): Promise<UsedNames> {
  const used = await readLines(folder);
  // The list may have been left behind when the backups were moved here.
  const numbers = [...used.map(({ sequence }) => sequence), ...(await sequencesIn(folder))];
  const last = numbers.reduce((highest, sequence) => Math.max(highest, sequence), 0);
  const names = new Set(used.map(({ name }) => name));
  return { has: (name) => names.has(name), nextSequence: last + 1 };
}

/** Adds a name; it is flushed when the promise resolves. */
export async function noteName(folder: string, name: string, sequence: number): Promise<void> {
  const file = await open(join(folder, FILE), "a", 0o600);
  try {
    // Starts a new line, even after one that was cut off.
    await file.appendFile(`\n${JSON.stringify({ sequence, name })}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function readLines(folder: string): Promise<z.infer<typeof Line>[]> {
  const text = await readFile(join(folder, FILE), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  return text.split("\n").flatMap((line) => {
    try {
      return [Line.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

async function sequencesIn(folder: string): Promise<number[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(MANIFEST));
  const read = names.map(async (name) => {
    try {
      return parseManifest(await readFile(join(folder, name), "utf8")).sequence ?? 0;
    } catch {
      return 0;
    }
  });
  return Promise.all(read);
}

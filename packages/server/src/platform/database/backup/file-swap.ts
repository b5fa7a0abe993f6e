import { existsSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { messageOf } from "../../basics/thrown.ts";
import { flushPath } from "../../basics/flush-path.ts";

/** A note in the data directory; while it exists, files of the directory are being replaced. */
const NOTE = "restore.json";

const FileSwap = z.object({
  format: z.literal(1),
  /** Identifies the restored database that the files belong to. */
  epoch: z.string().min(1),
  /** The files, as paths relative to the data directory. */
  names: z.array(z.string()),
  /** The files that existed before. */
  former: z.array(z.string()),
});

/** A restore's planned changes to files of the data directory. */
export type FileSwap = z.infer<typeof FileSwap>;

/** Whether a restore is replacing files here, or was cut off while doing so. */
export function isSwapNoted(dataDir: string): boolean {
  return existsSync(join(dataDir, NOTE));
}

/** @throws Error if the note was not written by a restore */
export async function readSwap(dataDir: string): Promise<FileSwap | undefined> {
  if (!isSwapNoted(dataDir)) return undefined;
  const path = join(dataDir, NOTE);
  try {
    return FileSwap.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    const text = `${path} cannot be read (${messageOf(error)})`;
    throw new Error(`${text}: remove it, and run the restore again`, { cause: error });
  }
}

/** The note is flushed when the promise resolves. */
export async function writeSwap(dataDir: string, swap: FileSwap): Promise<void> {
  const path = join(dataDir, NOTE);
  const text = `${JSON.stringify(swap, null, 2)}\n`;
  await writeFile(`${path}.part`, text, { mode: 0o600, flush: true });
  await rename(`${path}.part`, path);
  await flushPath(dataDir);
}

export async function removeSwap(dataDir: string): Promise<void> {
  await rm(join(dataDir, NOTE), { force: true });
  await flushPath(dataDir);
}

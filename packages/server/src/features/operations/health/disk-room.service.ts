import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Deps } from "../../../deps.ts";
import { isReadOnlyPlace } from "../../../platform/basics/unwritable.ts";
import { sqliteFile } from "../../../platform/database/connection.ts";

/** Free space of the fullest disk that the service stores on, bytes; undefined: not known. */
export async function diskFreeBytes({
  settings: { DATABASE_URL, DATA_DIR },
}: Pick<Deps, "settings">): Promise<number | undefined> {
  const file = sqliteFile(DATABASE_URL);
  const inFile = file !== undefined && file !== ":memory:";
  const folders = new Set([DATA_DIR, ...(inFile ? [dirname(file)] : [])]);
  const found = await Promise.all([...folders].map(freeBytesOf));
  const known = found.filter((bytes) => bytes !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
}

/** Whether the SQLite file is on a file system that takes no writes, such as a dying SD card's. */
export async function isDiskReadOnly({
  settings: { DATABASE_URL },
}: Pick<Deps, "settings">): Promise<boolean> {
  const file = sqliteFile(DATABASE_URL);
  return file !== undefined && file !== ":memory:" && isReadOnlyPlace(file);
}

/** Undefined when the file system does not report it. */
async function freeBytesOf(folder: string): Promise<number | undefined> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { isDiskFull } from "../basics/unwritable.ts";
import type { Log } from "../observability/log.ts";
import { openDatabase, sqliteFile, type DatabaseOptions } from "./connection.ts";
import type { Database } from "./tables.ts";

/** With less free space than this, an I/O error of SQLite counts as a full disk. */
const ROOM_MIN_BYTES = 1_048_576;

/** SQLite's primary result code for an I/O error. */
const IO_ERROR = 10;

/**
 * Opens the database for the process that serves it. An SQLite file on a full disk is opened for
 * reading only: see `StorageState`.
 *
 * @throws Error if the file cannot be read either
 */
export async function openServingDatabase(
  url: string,
  options: Omit<DatabaseOptions, "use">,
  log: Log,
): Promise<Database> {
  try {
    return await openDatabase(url, { ...options, use: "serving" });
  } catch (cause) {
    const file = sqliteFile(url);
    if (file === undefined || !isForWantOfRoom(cause, file)) throw cause;
    const database = await openDatabase(url, { ...options, use: "reading" }).catch(() => {
      throw cause;
    });
    log.error({ cause }, "the disk is full; the service is read-only until space is free");
    return database;
  }
}

/** Some failures of files next to the database are reported without the reason. */
function isForWantOfRoom(error: unknown, file: string): boolean {
  if (isDiskFull(error)) return true;
  const { errcode } = error as { readonly errcode?: number };
  if (((errcode ?? 0) & 0xff) !== IO_ERROR) return false;
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize < ROOM_MIN_BYTES;
}

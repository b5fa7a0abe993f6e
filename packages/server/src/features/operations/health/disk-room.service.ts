import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import type { Deps } from "../../../deps.ts";
import { isReadOnlyPlace } from "../../../platform/basics/unwritable.ts";
import { sqliteFile } from "../../../platform/database/connection.ts";

type Needs = Pick<Deps, "settings">;

/** A disk that the service stores on. */
export interface DiskRoom {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** The disks of the service; undefined: not known, or on a server of its own. */
export interface DiskRooms {
  /** The disk of the SQLite file: without room there, nothing can be stored. */
  readonly database: DiskRoom | undefined;
  /** Of that and the data directory's, the one with less free space. */
  readonly fullest: DiskRoom | undefined;
}

/** The room on the disks that the service stores on. */
export async function readDiskRooms(needs: Needs): Promise<DiskRooms> {
  const file = databaseFile(needs);
  const database = file === undefined ? undefined : await roomIn(dirname(file));
  const known = [database, await roomIn(needs.settings.DATA_DIR)].filter(
    (room) => room !== undefined,
  );
  const [fullest] = known.toSorted((one, other) => one.freeBytes - other.freeBytes);
  return { database, fullest };
}

/** The folders that the service stores in, each once. */
export function storageFolders(needs: Needs): string[] {
  const file = databaseFile(needs);
  const { DATA_DIR } = needs.settings;
  return [...new Set([DATA_DIR, ...(file === undefined ? [] : [dirname(file)])])];
}

/** The room on the disk of a folder; undefined if its file system does not report it. */
export async function roomIn(folder: string): Promise<DiskRoom | undefined> {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return undefined;
  }
}

/** Whether the SQLite file is on a file system that takes no writes, such as a dying SD card's. */
export async function isDiskReadOnly(needs: Needs): Promise<boolean> {
  const file = databaseFile(needs);
  return file !== undefined && isReadOnlyPlace(file);
}

function databaseFile({ settings: { DATABASE_URL } }: Needs): string | undefined {
  const file = sqliteFile(DATABASE_URL);
  return file === ":memory:" ? undefined : file;
}

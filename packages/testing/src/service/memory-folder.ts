import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY_FOLDER = "/dev/shm";
/** A service whose folder has less than 512 MiB reports it, and all workers fill the folder. */
const ROOM_BYTES_MIN = 2 ** 31;

let found: string | undefined;

/**
 * A folder for temporary files: in memory if there is space, because a disk used by other programs
 * slows down every test.
 */
export function memoryFolder(): string {
  found ??= hasRoom(MEMORY_FOLDER) ? MEMORY_FOLDER : tmpdir();
  return found;
}

function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= ROOM_BYTES_MIN;
  } catch {
    return false;
  }
}

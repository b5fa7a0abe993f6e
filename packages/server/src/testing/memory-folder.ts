import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY_FOLDER = "/dev/shm";
const ROOM_BYTES_MIN = 2 ** 30;

let found: string | undefined;

/**
 * Where tests put files that nobody will miss: in memory where there is room, because a disk that
 * other programs keep busy makes every one of them wait.
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

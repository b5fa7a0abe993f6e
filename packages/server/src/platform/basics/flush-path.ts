import { open } from "node:fs/promises";

/** Flushes a file, or the renames in a folder, so that they survive a power failure. */
export async function flushPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { open } from "node:fs/promises";

/** Makes what was written, or renamed in a folder, survive a power failure. */
export async function flushPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";

/** SHA-256 of a file, or of a part of it, hexadecimal. */
export async function digestOf(
  path: string,
  part?: { readonly start: number; readonly size: number },
): Promise<string> {
  const digest = createHash("sha256");
  if (part?.size === 0) return digest.digest("hex");
  const range = part && { start: part.start, end: part.start + part.size - 1 };
  for await (const piece of createReadStream(path, range)) digest.update(piece as Buffer);
  return digest.digest("hex");
}

/** Makes what was written, or renamed in a folder, survive a power failure. */
export async function flushPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

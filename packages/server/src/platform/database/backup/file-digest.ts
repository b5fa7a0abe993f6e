import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";

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

import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { overBytes, refuseOver } from "./over-limit.ts";

/** Bytes of a part: few statements, none of which keeps the database for long. */
const PART_BYTES = 512 * 1024;

/**
 * Stores a file while it arrives, in parts of equal size.
 *
 * @param store  called with one part after another, numbered from 0
 * @returns the file's size in bytes
 * @throws AppError PAYLOAD_TOO_LARGE above `maxBytes`
 */
export async function storeInParts(
  pieces: AsyncIterable<Uint8Array>,
  maxBytes: number,
  store: (part: number, bytes: Uint8Array) => Promise<void>,
): Promise<number> {
  let [size, part, held] = [0, 0, 0];
  let kept: Uint8Array[] = [];
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > maxBytes) refuseOver("PAYLOAD_TOO_LARGE", overBytes(maxBytes));
    for (let rest = piece; rest.byteLength > 0;) {
      const next = rest.subarray(0, PART_BYTES - held);
      kept.push(next);
      held += next.byteLength;
      rest = rest.subarray(next.byteLength);
      if (held < PART_BYTES) continue;
      await store(part, Buffer.concat(kept));
      part += 1;
      [kept, held] = [[], 0];
    }
  }
  if (held > 0) await store(part, Buffer.concat(kept));
  return size;
}

/**
 * Runs `work` on a private copy of a stored file, which is removed afterwards.
 *
 * @param find  gives the parts in order; undefined after the last one
 * @param work  receives the path of the copy
 */
export async function withStoredFile<T>(
  find: (part: number) => Promise<Uint8Array | undefined>,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "wordloom-import-"));
  try {
    const path = join(folder, "file");
    const file = await open(path, "wx", 0o600);
    try {
      for (let part = 0; ; part += 1) {
        const bytes = await find(part);
        if (bytes === undefined) break;
        await file.write(bytes);
      }
    } finally {
      await file.close();
    }
    return await work(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

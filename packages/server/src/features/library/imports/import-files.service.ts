import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Deps } from "../../../deps.ts";
import { overBytes, refuseOver } from "../../../platform/basics/over-limit.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { findPart, insertPart, removePart } from "./import-parts.repo.ts";

/** Bytes of a part: few statements, none of which keeps the database for long. */
const PART_BYTES = 512 * 1024;

/**
 * Stores a file while it arrives.
 *
 * @returns its size in bytes
 * @throws AppError PAYLOAD_TOO_LARGE
 */
export async function storeFile(
  { database, settings }: Pick<Deps, "database" | "settings">,
  importId: string,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  const max = settings.LIMITS_MAX_IMPORT_BYTES;
  let [size, part, held] = [0, 0, 0];
  let kept: Uint8Array[] = [];
  for await (const piece of pieces) {
    size += piece.byteLength;
    if (size > max) refuseOver("PAYLOAD_TOO_LARGE", overBytes(max));
    for (let rest = piece; rest.byteLength > 0;) {
      const next = rest.subarray(0, PART_BYTES - held);
      kept.push(next);
      held += next.byteLength;
      rest = rest.subarray(next.byteLength);
      if (held < PART_BYTES) continue;
      await insertPart(database, importId, part, Buffer.concat(kept));
      part += 1;
      [kept, held] = [[], 0];
    }
  }
  if (held > 0) await insertPart(database, importId, part, Buffer.concat(kept));
  return size;
}

/**
 * Runs `work` on a private copy of a stored file, which is removed afterwards.
 *
 * @param work  receives the path of the copy
 */
export async function withFile<T>(
  db: Database,
  importId: string,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "wordloom-import-"));
  try {
    const path = join(folder, "file");
    const file = await open(path, "wx", 0o600);
    try {
      for (let part = 0; ; part += 1) {
        const bytes = await findPart(db, importId, part);
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

/** Removes the parts of a file, one at a time. */
export async function removeFile(db: Database, importId: string): Promise<void> {
  while (await removePart(db, importId));
}

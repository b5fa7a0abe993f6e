import type { Deps } from "../../../deps.ts";
import { storeInParts, withStoredFile } from "../../../platform/basics/stored-parts.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { findPart, insertPart, removePart } from "./import-parts.repo.ts";

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
  return storeInParts(pieces, settings.LIMITS_MAX_IMPORT_BYTES, (part, bytes) =>
    insertPart(database, importId, part, bytes),
  );
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
  return withStoredFile((part) => findPart(db, importId, part), work);
}

/** Removes the parts of a file, one at a time. */
export async function removeFile(db: Database, importId: string): Promise<void> {
  while (await removePart(db, importId));
}

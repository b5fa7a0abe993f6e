import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { findImport, insertImport, updateImport, type BookImport } from "./import-records.repo.ts";
import { removeIfDead } from "./library-imports.service.ts";

export {
  findImportedVersion,
  listImports,
  updateImport,
  type BookImport,
} from "./import-records.repo.ts";

/**
 * Checks that this owner has not imported the source, and removes the leftovers of a dead import.
 *
 * @param userId  null for a system book
 * @throws AppError WB_CENTER_ALREADY_IMPORTED, also while it is being imported
 */
export async function requireNewImport(
  needs: Pick<Deps, "clock" | "database" | "peers" | "wordTables">,
  userId: string | null,
  sourceUrl: string,
): Promise<void> {
  const earlier = await findImport(needs.database, userId, sourceUrl);
  if (earlier === undefined) return;
  if (earlier.isComplete || !(await removeIfDead(needs, earlier.wordbookId))) {
    refuse("WB_CENTER_ALREADY_IMPORTED");
  }
}

/**
 * Records the start of an import, which prevents others from importing the same source.
 *
 * @throws AppError WB_CENTER_ALREADY_IMPORTED
 */
export async function recordImport(tx: Database, bookImport: BookImport): Promise<void> {
  if (!(await insertImport(tx, bookImport))) refuse("WB_CENTER_ALREADY_IMPORTED");
}

/** The owner's complete import of this source. @throws AppError NOT_FOUND */
export async function requireImport(
  db: Database,
  userId: string | null,
  sourceUrl: string,
): Promise<BookImport> {
  const found = await findImport(db, userId, sourceUrl);
  if (found?.isComplete === true) return found;
  return refuse("NOT_FOUND", "This book is not imported.");
}

/**
 * Overwrites the record of an import, and locks it until the end of the transaction.
 *
 * @param readAtMs  its `importedAtMs` when it was read
 * @throws AppError UNAVAILABLE if another request has overwritten it since
 */
export async function saveImport(
  tx: Database,
  bookImport: BookImport,
  readAtMs: number,
): Promise<void> {
  const isOurs = await updateImport(tx, bookImport, readAtMs);
  if (!isOurs) refuse("UNAVAILABLE", "The wordbook was changed by another request.");
}

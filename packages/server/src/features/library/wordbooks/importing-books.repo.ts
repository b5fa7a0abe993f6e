import { isPast } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";

/**
 * Records that the import is alive, and locks its book until the end of the transaction.
 *
 * @returns false if the book was discarded or erased
 */
export async function touchImport(tx: Database, bookId: string, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("wordbooks")
    .set({ updated_at_ms: atMs })
    .where("id", "=", bookId)
    .where("type", "=", "importing")
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Shows an imported book. */
export async function showBook(
  tx: Database,
  bookId: string,
  type: "system" | "user",
): Promise<void> {
  await tx.updateTable("wordbooks").set({ type }).where("id", "=", bookId).execute();
}

/** Discards the book of a running import. */
export async function discardImport(db: Database, bookId: string): Promise<void> {
  await db
    .updateTable("wordbooks")
    .set({ type: "discarded" })
    .where("id", "=", bookId)
    .where("type", "=", "importing")
    .execute();
}

/** Discards a book that is shown. */
export async function discardBook(tx: Database, bookId: string): Promise<void> {
  await tx
    .updateTable("wordbooks")
    .set({ type: "discarded" })
    .where("id", "=", bookId)
    .where("type", "in", ["system", "user"])
    .execute();
}

/**
 * Discards the books of imports that have written nothing since `sinceMs`, or last wrote after
 * `latestMs`, while the clock was ahead.
 */
export async function discardSilentImports(
  db: Database,
  { sinceMs, latestMs }: { readonly sinceMs: number; readonly latestMs: number },
): Promise<void> {
  await db
    .updateTable("wordbooks")
    .set({ type: "discarded" })
    .where("type", "=", "importing")
    .where(isPast("updated_at_ms", sinceMs, latestMs))
    .execute();
}

export async function listDiscarded(db: Database): Promise<string[]> {
  const query = db.selectFrom("wordbooks").select("id").where("type", "=", "discarded");
  return (await query.execute()).map((row) => row.id);
}

/** Removes the book of an import after its entries have been removed. */
export async function removeImportBook(tx: Database, bookId: string): Promise<void> {
  await tx.deleteFrom("wordbooks").where("id", "=", bookId).execute();
}

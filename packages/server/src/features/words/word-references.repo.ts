import { idsIn } from "../../platform/database/bulk.ts";
import type { Database } from "../../platform/database/tables.ts";

/** Every table that names words. Records are not among them: what was answered stays answered. */
const TABLES = [
  "wordbook_words",
  "wordbook_import_words",
  "word_favorites",
  "word_notes",
  "word_states",
  "word_ratings",
] as const;

/** Removes whatever names these words. One statement a table; the caller's transaction holds them. */
export async function removeWordReferences(tx: Database, ids: readonly string[]): Promise<void> {
  for (const table of TABLES) {
    await tx.deleteFrom(table).where(idsIn(tx, "word_id", ids)).execute();
  }
}

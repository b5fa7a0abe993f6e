import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** The words into which others were merged, by the id of the merged word. */
export async function joinedWords(
  db: Database,
  formerIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (formerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("joined_words")
    .select(["former_id", "word_id"])
    .where(idsIn(db, "former_id", formerIds))
    .execute();
  return new Map(rows.map((row) => [row.former_id, row.word_id]));
}

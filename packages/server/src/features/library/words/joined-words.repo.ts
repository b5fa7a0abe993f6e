import { sql } from "kysely";
import { idsIn, pairTable } from "../../../platform/database/bulk.ts";
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

/** The words that became a learner's own under another id, by `userId` and former id. */
export async function movedWords(
  db: Database,
  pairs: readonly (readonly [userId: string, formerId: string])[],
): Promise<ReadonlyMap<string, string>> {
  if (pairs.length === 0) return new Map();
  const { rows } = await sql<{ user_id: string; former_id: string; word_id: string }>`
    select moved_words.user_id, moved_words.former_id, moved_words.word_id
    from ${pairTable(db, pairs)} as asked cross join moved_words
    where moved_words.user_id = asked.a and moved_words.former_id = asked.b
  `.execute(db);
  return new Map(rows.map((row) => [`${row.user_id}\n${row.former_id}`, row.word_id]));
}

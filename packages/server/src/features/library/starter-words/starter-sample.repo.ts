import type { Database } from "../../../platform/database/tables.ts";

/**
 * Ids of the first starter words of an edition, in their order. Words that are in no system book
 * are left out, because the operator has removed them.
 */
export async function listFirstStarterIds(
  db: Database,
  edition: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("words")
    .innerJoin("starter_words", "starter_words.word_id", "words.id")
    .select("words.id")
    .where("starter_words.language", "=", edition)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom("wordbook_words")
          .innerJoin("wordbooks", "wordbooks.id", "wordbook_words.wordbook_id")
          .select("wordbook_words.word_id")
          .whereRef("wordbook_words.word_id", "=", "words.id")
          .where("wordbooks.type", "=", "system"),
      ),
    )
    .orderBy("words.difficulty")
    .orderBy("words.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

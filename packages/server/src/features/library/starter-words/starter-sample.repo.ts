import type { Database } from "../../../platform/database/tables.ts";
import type { StarterLanguage } from "./starter-words.ts";

/**
 * Ids of the most frequent starter words with meanings in this language, most frequent first. Words
 * that are in no system book are left out, because the operator has removed them.
 */
export async function listFirstStarterIds(
  db: Database,
  language: StarterLanguage,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("words")
    .innerJoin("starter_words", "starter_words.word_id", "words.id")
    .select("words.id")
    .where("starter_words.language", "=", language)
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

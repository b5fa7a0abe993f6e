import type { Database } from "../../../platform/database/tables.ts";

/**
 * Starter words of an edition that learners can find. Words that are in no system book are left
 * out, because the operator has removed them.
 */
function starterWordsOf(db: Database, edition: string) {
  return db
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
    );
}

/** Ids of the first starter words of an edition, in their order. */
export async function listFirstStarterIds(
  db: Database,
  edition: string,
  limit: number,
): Promise<string[]> {
  const rows = await starterWordsOf(db, edition)
    .orderBy("words.difficulty")
    .orderBy("words.id")
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether learners can find any starter word of an edition. */
export async function hasStarterWords(db: Database, edition: string): Promise<boolean> {
  return (await starterWordsOf(db, edition).limit(1).executeTakeFirst()) !== undefined;
}

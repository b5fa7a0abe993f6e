import { sql } from "kysely";
import { isOfLibrary } from "../../library/words/seen-words.ts";
import type { Database } from "../../../platform/database/tables.ts";

/**
 * Words of the library in a wordbook, and words with a learner's word state, least recently
 * computed first. A learner's own words are many, and only those begun are asked about.
 */
export async function listWordsInUse(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("words")
    .leftJoin("word_confusables", "word_confusables.word_id", "words.id")
    .select("words.id")
    .where(({ exists, or, selectFrom, ref }) =>
      or([
        exists(
          selectFrom("wordbook_words")
            .select("wordbook_words.word_id")
            .where("wordbook_words.word_id", "=", ref("words.id"))
            .where(isOfLibrary()),
        ),
        exists(
          selectFrom("word_states")
            .select("word_states.word_id")
            .where("word_states.word_id", "=", ref("words.id")),
        ),
      ]),
    )
    .orderBy(sql`coalesce(word_confusables.computed_at_ms, 0)`)
    .orderBy("words.seq")
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

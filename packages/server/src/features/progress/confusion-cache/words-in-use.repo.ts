import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** Words in a wordbook or with a learner's word state, least recently computed first. */
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
            .where("wordbook_words.word_id", "=", ref("words.id")),
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

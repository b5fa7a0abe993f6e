import type { WordStateName } from "@wordloom/contract";
import { sql } from "kysely";
import { idsIn } from "../../platform/database/bulk.ts";
import type { Database } from "../../platform/database/tables.ts";

/** How many words of one book a learner has in one state. */
export interface BookStateCount {
  readonly bookId: string;
  readonly state: WordStateName;
  readonly count: number;
  readonly lastAnswerAtMs: number | null;
}

/** Books a learner may see, newest first: the system's and the own ones. */
export async function listVisibleBookIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("wordbooks")
    .select("id")
    .where((is) => is.or([is("type", "=", "system"), is("user_id", "=", userId)]))
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/** Only words the learner has met are looked at; a word that is gone has no state any more. */
export async function countBookStates(
  db: Database,
  userId: string,
  bookIds: readonly string[],
): Promise<BookStateCount[]> {
  const { rows } = await sql<{
    id: string;
    state: WordStateName;
    count: number;
    last: number | null;
  }>`
    select wordbook_words.wordbook_id as id, word_states.state as state,
      count(*) as count, max(word_states.last_answer_at_ms) as last
    from word_states
    join wordbook_words on wordbook_words.word_id = word_states.word_id
    where word_states.user_id = ${userId} and ${idsIn(db, "wordbook_words.wordbook_id", bookIds)}
    group by wordbook_words.wordbook_id, word_states.state
  `.execute(db);
  return rows.map((row) => ({
    bookId: row.id,
    state: row.state,
    count: Number(row.count),
    lastAnswerAtMs: row.last === null ? null : Number(row.last),
  }));
}

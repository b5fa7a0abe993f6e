import { sql } from "kysely";
import { idsIn } from "../../platform/database/bulk.ts";
import type { Database } from "../../platform/database/tables.ts";

/** How many words of one book a learner has in which state. */
export interface BookTally {
  readonly bookId: string;
  /** In any state but `new`. */
  readonly studied: number;
  readonly mastered: number;
  readonly reviewing: number;
  readonly forgotten: number;
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

/**
 * A book of which the learner has met no word is missing; a word that is gone has no state.
 *
 * The cross join holds SQLite to reading each book once and looking up its words. Left to itself it
 * reads the states and tries every book for each of them, which takes seconds with 500 books.
 */
export async function tallyBooks(
  db: Database,
  userId: string,
  bookIds: readonly string[],
): Promise<BookTally[]> {
  const inState = (state: string) => sql`count(case when states.state = ${state} then 1 end)`;
  const { rows } = await sql<BookTally>`
    select entries.wordbook_id as "bookId",
      count(case when states.state <> 'new' then 1 end) as studied,
      ${inState("mastered")} as mastered,
      ${inState("reviewing")} as reviewing,
      ${inState("forgotten")} as forgotten,
      max(states.last_answer_at_ms) as "lastAnswerAtMs"
    from wordbook_words as entries cross join word_states as states
    where ${idsIn(db, "entries.wordbook_id", bookIds)}
      and states.user_id = ${userId} and states.word_id = entries.word_id
    group by entries.wordbook_id
  `.execute(db);
  return rows.map((row) => ({
    bookId: row.bookId,
    studied: Number(row.studied),
    mastered: Number(row.mastered),
    reviewing: Number(row.reviewing),
    forgotten: Number(row.forgotten),
    lastAnswerAtMs: row.lastAnswerAtMs === null ? null : Number(row.lastAnswerAtMs),
  }));
}

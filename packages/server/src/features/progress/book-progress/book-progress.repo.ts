import { sql } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isSeenBy } from "../../library/words/seen-words.ts";

/** Number of words of one book by the learner's word state. */
export interface BookStateCounts {
  readonly bookId: string;
  /** Words in any state but `new`. */
  readonly studied: number;
  readonly mastered: number;
  readonly reviewing: number;
  readonly forgotten: number;
  readonly lastAnswerAtMs: number | null;
}

/** System books and the learner's own, newest first. */
export async function listVisibleBookIds(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("wordbooks")
    .select("id")
    .where((is) =>
      is.or([
        is("type", "=", "system"),
        is.and([is("type", "=", "user"), is("user_id", "=", userId)]),
      ]),
    )
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .execute();
  return rows.map((row) => row.id);
}

/**
 * Books without any word state of the learner are missing. Words that no longer exist have no
 * state.
 *
 * The cross join makes SQLite read each book once and look up its words. Otherwise it reads the
 * states and tries every book for each of them, which takes seconds with 500 books.
 */
export async function countStatesByBook(
  db: Database,
  userId: string,
  bookIds: readonly string[],
): Promise<BookStateCounts[]> {
  const inState = (state: string) => sql`count(case when states.state = ${state} then 1 end)`;
  const { rows } = await sql<BookStateCounts>`
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

/**
 * Number of words of these books that the learner has left out as known and never answered. Books
 * without one are missing.
 */
export async function countKnownByBook(
  db: Database,
  userId: string,
  bookIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ bookId: string; known: number }>`
    select entries.wordbook_id as "bookId", count(*) as known
    from wordbook_words as entries cross join suspended_words
    where ${idsIn(db, "entries.wordbook_id", bookIds)}
      and suspended_words.user_id = ${userId} and suspended_words.word_id = entries.word_id
      and suspended_words.reason = 'known'
      and exists (select 1 from words where words.id = entries.word_id and ${isSeenBy(userId)})
      and not exists (
        select 1 from word_states as states
        where states.user_id = ${userId} and states.word_id = entries.word_id
          and states.state <> 'new'
      )
    group by entries.wordbook_id
  `.execute(db);
  return new Map(rows.map(({ bookId, known }) => [bookId, Number(known)]));
}

import { sql, type RawBuilder } from "kysely";
import { idsIn, idTable } from "../../platform/database/bulk.ts";
import type { Database } from "../../platform/database/tables.ts";

/** A word the learner has met, with what the engine remembers of it. */
export interface PoolRow {
  readonly word_id: string;
  readonly memory_json: string | null;
}

/** The same with its review time. */
export interface DatedPoolRow extends PoolRow {
  readonly next_review_at_ms: number;
}

/** Which words a learner studies from. No book at all means every word of the library. */
export interface PoolQuestion {
  readonly userId: string;
  readonly wordbookIds: readonly string[];
  readonly limit: number;
}

/**
 * Known words in the order of their review time, most overdue first. Mastered words have their
 * dates too; words the learner marked as mastered have none and stay out.
 */
export async function listKnownWords(db: Database, asked: PoolQuestion): Promise<DatedPoolRow[]> {
  const { rows } = await sql<DatedPoolRow>`
    select word_states.word_id, word_states.memory_json, word_states.next_review_at_ms
    from word_states
    where word_states.user_id = ${asked.userId}
      and word_states.next_review_at_ms is not null
      and ${inSelection(db, asked, sql.ref("word_states.word_id"))}
    order by word_states.next_review_at_ms, word_states.word_id
    limit ${asked.limit}
  `.execute(db);
  return rows;
}

/** Known words that have fallen due, the latest first: of a long backlog, what is fresh. */
export async function listLatestDue(
  db: Database,
  asked: PoolQuestion & { readonly nowMs: number },
): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`
    select word_states.word_id, word_states.memory_json
    from word_states
    where word_states.user_id = ${asked.userId}
      and word_states.next_review_at_ms <= ${asked.nowMs}
      and ${inSelection(db, asked, sql.ref("word_states.word_id"))}
    order by word_states.next_review_at_ms desc, word_states.word_id desc
    limit ${asked.limit}
  `.execute(db);
  return rows;
}

/** How many known words are due, counted up to the limit. */
export async function countDue(
  db: Database,
  asked: PoolQuestion & { readonly nowMs: number },
): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from (
      select 1 as one from word_states
      where word_states.user_id = ${asked.userId}
        and word_states.next_review_at_ms <= ${asked.nowMs}
        and ${inSelection(db, asked, sql.ref("word_states.word_id"))}
      limit ${asked.limit}
    ) as counted
  `.execute(db);
  return Number(rows[0]?.due ?? 0);
}

/** Words named by the client (errors of the session) that the learner has met. */
export async function listNamedWords(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<PoolRow[]> {
  return db
    .selectFrom("word_states")
    .select(["word_id", "memory_json"])
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

/**
 * Words without any state, or put back to `new`, in the order of their book: what is new to the
 * learner. Each book is read in its order and no further than need be.
 */
export async function listUnseenWordIds(db: Database, asked: PoolQuestion): Promise<string[]> {
  const { rows } =
    asked.wordbookIds.length === 0
      ? await sql<{ id: string }>`
          select words.id from words where ${isUnseen(asked, "words.id")}
          order by words.seq limit ${asked.limit}
        `.execute(db)
      : await sql<{ id: string }>`
          select found.word_id as id
          from (${sql.join(unseenByBook(asked), sql` union all `)}) as found
          order by found.position, found.wordbook_id, found.word_id
          limit ${asked.limit}
        `.execute(db);
  return [...new Set(rows.map((row) => row.id))];
}

function unseenByBook(asked: PoolQuestion): RawBuilder<unknown>[] {
  return [...new Set(asked.wordbookIds)].map(
    (wordbookId) => sql`
      select * from (
        select entries.word_id, entries.position, entries.wordbook_id
        from wordbook_words as entries
        where entries.wordbook_id = ${wordbookId} and ${isUnseen(asked, "entries.word_id")}
          and exists (select 1 from words where words.id = entries.word_id)
        order by entries.position, entries.word_id
        limit ${asked.limit}
      ) as of_one_book`,
  );
}

function isUnseen({ userId }: PoolQuestion, wordId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from word_states
    where word_states.user_id = ${userId} and word_states.word_id = ${sql.ref(wordId)}
      and word_states.state <> 'new'
  )`;
}

/**
 * Which of these words are no longer new to the learner. Asked word by word: the index of due words
 * has all that is wanted here, and SQLite would rather read the whole of a learner's part of it.
 */
export async function listSeenAmong(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ word_id: string }>`
    select word_states.word_id from ${idTable(db, wordIds)} as asked cross join word_states
    where word_states.user_id = ${userId} and word_states.word_id = asked.id
      and word_states.state <> 'new'
  `.execute(db);
  return rows.map((row) => row.word_id);
}

function inSelection(
  db: Database,
  asked: PoolQuestion,
  wordId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (asked.wordbookIds.length === 0) return sql<boolean>`1 = 1`;
  return sql<boolean>`exists (
    select 1 from wordbook_words
    where wordbook_words.word_id = ${wordId}
      and ${idsIn(db, "wordbook_words.wordbook_id", asked.wordbookIds)}
  )`;
}

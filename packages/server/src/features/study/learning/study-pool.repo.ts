import { sql, type RawBuilder } from "kysely";
import { idsIn, idTable } from "../../../platform/database/bulk.ts";
import { isDue } from "../../progress/word-states/due.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isSeenBy } from "../../library/words/seen-words.ts";
import {
  isOfLanguages,
  sourcesWithoutBook,
  type Selection,
} from "../study-config/selected-words.ts";

/** A word and what the engine remembers of it; null for a new word. */
export interface PoolRow {
  readonly word_id: string;
  readonly memory_json: string | null;
}

/** The same with its times. */
export interface DatedPoolRow extends PoolRow {
  readonly next_review_at_ms: number;
  readonly last_answer_at_ms: number | null;
}

/** The words a learner studies from. */
export interface PoolQuery extends Selection {
  readonly userId: string;
  readonly limit: number;
  /** Words suspended at this time are left out. */
  readonly nowMs: number;
  /** End of the learner's day. */
  readonly dayEndMs: number;
}

/**
 * Known words in the order of their review time, most overdue first. Words the learner marked as
 * mastered have no review time and are left out.
 */
export async function listKnownWords(db: Database, query: PoolQuery): Promise<DatedPoolRow[]> {
  const { rows } = await sql<DatedPoolRow>`
    select word_states.word_id, word_states.memory_json, word_states.next_review_at_ms,
      word_states.last_answer_at_ms
    from word_states
    where word_states.user_id = ${query.userId}
      and word_states.next_review_at_ms is not null
      and ${inSelection(db, query, sql.ref("word_states.word_id"))}
      and ${isHandedOut(query, sql.ref("word_states.word_id"))}
    order by word_states.next_review_at_ms, word_states.word_id
    limit ${query.limit}
  `.execute(db);
  return rows;
}

/** Due words, latest review time first: the freshest part of a long backlog. */
export async function listLatestDue(db: Database, query: PoolQuery): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow>`
    select word_states.word_id, word_states.memory_json
    from word_states
    where word_states.user_id = ${query.userId}
      and ${isDue(query)}
      and ${inSelection(db, query, sql.ref("word_states.word_id"))}
      and ${isHandedOut(query, sql.ref("word_states.word_id"))}
    order by word_states.next_review_at_ms desc, word_states.word_id desc
    limit ${query.limit}
  `.execute(db);
  return rows;
}

/** Due words with their texts, most overdue first. */
export async function listMostOverdue(
  db: Database,
  query: PoolQuery,
): Promise<{ word_id: string; text: string; next_review_at_ms: number }[]> {
  const { rows } = await sql<{ word_id: string; text: string; next_review_at_ms: number }>`
    select word_states.word_id, words.text, word_states.next_review_at_ms
    from word_states join words on words.id = word_states.word_id
    where word_states.user_id = ${query.userId}
      and ${isDue(query)}
      and ${isSeenBy(query.userId)}
      and ${inSelection(db, query, sql.ref("word_states.word_id"))}
      and ${isHandedOut(query, sql.ref("word_states.word_id"))}
    order by word_states.next_review_at_ms, word_states.word_id
    limit ${query.limit}
  `.execute(db);
  return rows;
}

/** Number of due words, counted up to the limit. */
export async function countDue(db: Database, query: PoolQuery): Promise<number> {
  const { rows } = await sql<{ due: number }>`
    select count(*) as due from (
      select 1 as one from word_states
      where word_states.user_id = ${query.userId}
        and ${isDue(query)}
        and ${inSelection(db, query, sql.ref("word_states.word_id"))}
        and ${isHandedOut(query, sql.ref("word_states.word_id"))}
      limit ${query.limit}
    ) as counted
  `.execute(db);
  return Number(rows[0]?.due ?? 0);
}

/** Whether a word has become due after `sinceMs`, a moment of the same day of the learner. */
export async function hasBecomeDue(
  db: Database,
  query: ReviewsOf & { readonly sinceMs: number },
): Promise<boolean> {
  const { rows } = await sql`
    select 1 as one from word_states
    where word_states.user_id = ${query.userId}
      and word_states.next_review_at_ms > ${query.sinceMs}
      and ${isDue(query)} and not ${isDue({ ...query, nowMs: query.sinceMs })}
      and ${inSelection(db, query, sql.ref("word_states.word_id"))}
      and ${isHandedOut(query, sql.ref("word_states.word_id"))}
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** Whose reviews are counted. */
type ReviewsOf = Omit<PoolQuery, "limit">;

/** Reviews planned before the end of the learner's day. */
export interface ReviewCounts {
  /** Before the day began. */
  readonly overdue: number;
  /** Can be reviewed now, the overdue ones included. */
  readonly due: number;
  /** From now to the end of the day. */
  readonly later: number;
}

/** Number of reviews by their time, in one pass over word_states_due. */
export async function countReviews(
  db: Database,
  query: ReviewsOf & { readonly dayStartMs: number },
): Promise<ReviewCounts> {
  const countIf = (when: RawBuilder<unknown>) =>
    sql`coalesce(sum(case when ${when} then 1 else 0 end), 0)`;
  const overdue = sql`word_states.next_review_at_ms < ${query.dayStartMs}`;
  const { rows } = await sql<ReviewCounts>`
    select overdue, due, total - due as later from (
      select ${countIf(overdue)} as overdue, ${countIf(isDue(query))} as due,
        count(*) as total
      from word_states
      where word_states.user_id = ${query.userId}
        and word_states.next_review_at_ms < ${query.dayEndMs}
        and ${inSelection(db, query, sql.ref("word_states.word_id"))}
        and ${isHandedOut(query, sql.ref("word_states.word_id"))}
    ) as counted
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate query returned no row");
  return { overdue: Number(row.overdue), due: Number(row.due), later: Number(row.later) };
}

/**
 * Number of reviews by the step of time in which they fall due, in ascending order; those before
 * `fromMs` together, with -1 as their step. Steps of `stepMs` are numbered from the epoch.
 */
export async function countReviewsByStep(
  db: Database,
  query: ReviewsOf & {
    readonly fromMs: number;
    readonly untilMs: number;
    readonly stepMs: number;
  },
): Promise<{ step: number; reviews: number }[]> {
  const { rows } = await sql<{ step: number; reviews: number }>`
    select case when word_states.next_review_at_ms < ${query.fromMs} then -1
        else word_states.next_review_at_ms / ${sql.lit(query.stepMs)} end as step,
      count(*) as reviews
    from word_states
    where word_states.user_id = ${query.userId}
      and word_states.next_review_at_ms < ${query.untilMs}
      and ${inSelection(db, query, sql.ref("word_states.word_id"))}
      and ${isHandedOut(query, sql.ref("word_states.word_id"))}
    group by 1 order by 1
  `.execute(db);
  return rows.map(({ step, reviews }) => ({ step: Number(step), reviews: Number(reviews) }));
}

/** Those of the named words that have a state, suspended or not: the errors of the session. */
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

/** The same without suspended words: the errors of a session, to be handed out again. */
export async function listNamedErrors(
  db: Database,
  query: Pick<PoolQuery, "userId" | "nowMs">,
  wordIds: readonly string[],
): Promise<PoolRow[]> {
  return db
    .selectFrom("word_states")
    .select(["word_id", "memory_json"])
    .where("user_id", "=", query.userId)
    .where(idsIn(db, "word_id", wordIds))
    .where(isHandedOut(query, sql.ref("word_states.word_id")))
    .execute();
}

/**
 * New words (without a state, or reset to `new`) in book order. Each book is read in order and only
 * as far as necessary.
 */
export async function listUnseenWordIds(db: Database, query: PoolQuery): Promise<string[]> {
  const { rows } =
    query.wordbookIds.length === 0
      ? await sql<{ id: string }>`
          select found.id
          from (${sql.join(unseenWithoutBook(query), sql` union all `)}) as found
          order by found.seq limit ${query.limit}
        `.execute(db)
      : await sql<{ id: string }>`
          select found.word_id as id
          from (${sql.join(unseenByBook(query), sql` union all `)}) as found
          order by found.position, found.wordbook_id, found.word_id
          limit ${query.limit}
        `.execute(db);
  return [...new Set(rows.map((row) => row.id))];
}

function unseenWithoutBook(query: PoolQuery): RawBuilder<unknown>[] {
  return sourcesWithoutBook(query.userId, query).map(
    (source) => sql`
      select * from (
        select words.id, words.seq from words
        where ${source} and ${isUnseen(query, "words.id")}
          and ${isHandedOut(query, sql.ref("words.id"))}
        order by words.seq limit ${query.limit}
      ) as of_one_source`,
  );
}

function unseenByBook(query: PoolQuery): RawBuilder<unknown>[] {
  return [...new Set(query.wordbookIds)].map(
    (wordbookId) => sql`
      select * from (
        select entries.word_id, entries.position, entries.wordbook_id
        from wordbook_words as entries
        where entries.wordbook_id = ${wordbookId} and ${isUnseen(query, "entries.word_id")}
          and ${isHandedOut(query, sql.ref("entries.word_id"))}
          and exists (
            select 1 from words
            where words.id = entries.word_id and ${isSeenBy(query.userId)}
          )
        order by entries.position, entries.word_id
        limit ${query.limit}
      ) as of_one_book`,
  );
}

function isUnseen({ userId }: PoolQuery, wordId: string): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from word_states
    where word_states.user_id = ${userId} and word_states.word_id = ${sql.ref(wordId)}
      and word_states.state <> 'new'
  )`;
}

/**
 * Those of the words that are no longer new to the learner, no longer in any of the books, or
 * suspended. The cross join makes SQLite look up each word; otherwise it would read all of the
 * learner's entries in the index of due words.
 */
export async function listUnusableAmong(
  db: Database,
  query: PoolQuery,
  wordIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ word_id: string }>`
    select word_states.word_id from ${idTable(db, wordIds)} as wanted cross join word_states
    where word_states.user_id = ${query.userId} and word_states.word_id = wanted.id
      and word_states.state <> 'new'
    union all
    select wanted.id from ${idTable(db, wordIds)} as wanted
    where not ${inSelection(db, query, sql.ref("wanted.id"))}
      or not ${isHandedOut(query, sql.ref("wanted.id"))}
  `.execute(db);
  return rows.map((row) => row.word_id);
}

/**
 * Whether the learner has not put the word aside, or has, but for a day that is over. The offset
 * makes PostgreSQL look up each word; otherwise it would join all of the learner's entries.
 */
function isHandedOut(
  { userId, nowMs }: Pick<PoolQuery, "userId" | "nowMs">,
  wordId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from suspended_words
    where suspended_words.user_id = ${userId} and suspended_words.word_id = ${wordId}
      and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
    limit 1 offset 0
  )`;
}

function inSelection(
  db: Database,
  query: Selection,
  wordId: RawBuilder<unknown>,
): RawBuilder<boolean> {
  if (query.wordbookIds.length === 0) return isOfLanguages(query, wordId);
  return sql<boolean>`exists (
    select 1 from wordbook_words
    where wordbook_words.word_id = ${wordId}
      and ${idsIn(db, "wordbook_words.wordbook_id", query.wordbookIds)}
  )`;
}

/** The learner's latest answers since a time, newest first. */
export async function listAnswersSince(
  db: Database,
  userId: string,
  sinceMs: number,
  limit: number,
): Promise<{ wordId: string; isCorrect: boolean }[]> {
  const rows = await db
    .selectFrom("records")
    .where("user_id", "=", userId)
    .where("created_at_ms", ">=", sinceMs)
    .select(["word_id", "is_correct"])
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ wordId: row.word_id, isCorrect: row.is_correct === 1 }));
}

/**
 * Those of the words that can be handed out and were answered exactly so often, by word.
 *
 * @param answered  number of answers by word
 */
export async function listAnsweredSoOften(
  db: Database,
  query: Omit<PoolQuery, "limit">,
  answered: ReadonlyMap<string, number>,
): Promise<PoolRow[]> {
  const { rows } = await sql<PoolRow & { total_attempts: number }>`
    select word_states.word_id, word_states.memory_json, word_states.total_attempts
    from word_states
    where word_states.user_id = ${query.userId}
      and ${idsIn(db, "word_states.word_id", [...answered.keys()])}
      and word_states.next_review_at_ms is not null
      and ${inSelection(db, query, sql.ref("word_states.word_id"))}
      and ${isHandedOut(query, sql.ref("word_states.word_id"))}
  `.execute(db);
  return rows.filter((row) => Number(row.total_attempts) === answered.get(row.word_id));
}

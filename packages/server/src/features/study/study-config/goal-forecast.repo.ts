import { sql, type RawBuilder } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isSeenBy } from "../../library/words/seen-words.ts";
import { sourcesWithoutBook, type Selection } from "./selected-words.ts";

/** A word's stored memory and due date. */
export interface StoredMemory {
  readonly memory_json: string | null;
  readonly next_review_at_ms: number | null;
}

/**
 * Memories of words that will be reviewed, in the order of the key: neither marked as mastered,
 * which have no due date, nor put aside.
 */
export async function listMemories(
  db: Database,
  userId: string,
  limit: number,
): Promise<StoredMemory[]> {
  const { rows } = await sql<StoredMemory>`
    select memory_json, next_review_at_ms from word_states
    where ${isReviewed(userId)} order by word_id limit ${limit}
  `.execute(db);
  return rows;
}

/** How many words of a learner a forecast is about. */
export interface ForecastCounts {
  /** Words with an answer. */
  readonly met: number;
  /** Those that will be reviewed. */
  readonly reviewed: number;
  /** Words that are known without a review: marked as mastered, or left out as known. */
  readonly known: number;
}

export async function countForForecast(db: Database, userId: string): Promise<ForecastCounts> {
  const { rows } = await sql<Readonly<Record<keyof ForecastCounts, number | string>>>`
    select
      (select count(*) from word_states
        where user_id = ${userId} and memory_json is not null) as met,
      (select count(*) from word_states where ${isReviewed(userId)}) as reviewed,
      (select count(*) from (
        select word_id from word_states
        where user_id = ${userId} and state = 'mastered' and next_review_at_ms is null
        union
        select suspended_words.word_id from suspended_words
          join words on words.id = suspended_words.word_id
        where suspended_words.user_id = ${userId} and suspended_words.reason = 'known'
      ) as of_both) as known
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate query returned no row");
  return { met: Number(row.met), reviewed: Number(row.reviewed), known: Number(row.known) };
}

function isReviewed(userId: string): RawBuilder<boolean> {
  return sql<boolean>`word_states.user_id = ${userId} and word_states.memory_json is not null
    and word_states.next_review_at_ms is not null
    and not ${isPutAside(userId, sql.ref("word_states.word_id"))}`;
}

/** Not for a day only. */
function isPutAside(userId: string, wordId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from suspended_words
    where suspended_words.user_id = ${userId} and suspended_words.word_id = ${wordId}
      and suspended_words.until_ms is null
  )`;
}

/**
 * Number of words that are new to the learner and will be handed out, counted up to the limit.
 *
 * @param query  whose words, of which selection
 */
export async function countNewWords(
  db: Database,
  query: Selection & { readonly userId: string; readonly limit: number },
): Promise<number> {
  const { userId, wordbookIds, limit } = query;
  const sources = sourcesWithoutBook(userId, query).map(
    (source) => sql`select id from words where ${source}`,
  );
  const anywhere = sql`(${sql.join(sources, sql` union all `)})`;
  const ofBooks = sql`(select distinct word_id as id from wordbook_words
    where ${idsIn(db, "wordbook_id", wordbookIds)}
      and exists (
        select 1 from words where words.id = wordbook_words.word_id and ${isSeenBy(userId)}
      ))`;
  const { rows } = await sql<{ words: number | string }>`
    select count(*) as words from (
      select 1 as one from ${wordbookIds.length === 0 ? anywhere : ofBooks} as found
      where not exists (
          select 1 from word_states
          where word_states.user_id = ${userId} and word_states.word_id = found.id
            and word_states.state <> 'new'
        )
        and not ${isPutAside(userId, sql.ref("found.id"))}
      limit ${limit}
    ) as counted
  `.execute(db);
  return Number(rows[0]?.words ?? 0);
}

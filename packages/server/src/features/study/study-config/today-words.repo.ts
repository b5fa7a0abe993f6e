import { sql, type RawBuilder } from "kysely";
import { idsIn } from "../../../platform/database/bulk.ts";
import { isDue } from "../../progress/word-states/due.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isSeenBy } from "../../library/words/seen-words.ts";
import { isOfLanguages, sourcesWithoutBook, type Selection } from "./selected-words.ts";

/** Parameters of the words still to be studied today. */
export interface TodayWordsQuery extends Selection {
  readonly userId: string;
  readonly nowMs: number;
  /** Start and end of the learner's day. */
  readonly dayStartMs: number;
  readonly dayEndMs: number;
  readonly limit: number;
}

/**
 * Words neither mastered, suspended nor answered today: due reviews, then unseen words in book
 * order, then the rest.
 *
 * Each of the three is read in its own order and only up to the limit, so that the query does not
 * slow down as the library grows.
 */
export async function listOpenWordIds(db: Database, query: TodayWordsQuery): Promise<string[]> {
  const due = isDue(query);
  // With an `or`, SQLite would not use the index order.
  const later = sql<boolean>`not coalesce(${due}, false)`;
  const { rows } = await sql<{ id: string }>`
    select id from (
      select 0 as turn, due.* from (${seen(db, query, due)}) as due
      union all select 1 as turn, unseen.* from (${unseen(query)}) as unseen
      union all select 2 as turn, later.* from (${seen(db, query, later)}) as later
    ) as open_words
    order by turn, review_at_ms nulls first, place, id
    limit ${query.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/** Words with a state. The cross join makes SQLite read the states in their order. */
function seen(
  db: Database,
  query: TodayWordsQuery,
  when: RawBuilder<boolean>,
): RawBuilder<unknown> {
  const ofBooks = sql`from wordbook_words
    where wordbook_words.word_id = words.id and ${idsIn(db, "wordbook_id", query.wordbookIds)}`;
  const isAny = query.wordbookIds.length === 0;
  const ofLanguages = isOfLanguages(query, sql.ref("words.id"));
  return sql`
    select words.id, word_states.next_review_at_ms as review_at_ms,
      ${isAny ? sql`words.seq` : sql`(select min(position) ${ofBooks})`} as place
    from word_states cross join words
    where word_states.user_id = ${query.userId} and words.id = word_states.word_id
      and ${when} and word_states.state <> 'mastered'
      and ${isAny ? ofLanguages : sql`exists (select 1 ${ofBooks})`} and ${isOpen(query)}
    order by word_states.next_review_at_ms nulls first, place, words.id
    limit ${query.limit}`;
}

/** Words without a state. A word in several books has its lowest position. */
function unseen(query: TodayWordsQuery): RawBuilder<unknown> {
  const sources =
    query.wordbookIds.length === 0
      ? sourcesWithoutBook(query.userId, query).map(
          (source) => sql`select id as word_id, seq as place from words where ${source}`,
        )
      : query.wordbookIds.map(
          (id) => sql`select word_id, position as place from wordbook_words
            where wordbook_id = ${id}`,
        );
  const found = sources.map((source) => sql`select * from (${unseenIn(query, source)}) as of_one`);
  return sql`
    select id, cast(null as bigint) as review_at_ms, min(place) as place
    from (${sql.join(found, sql` union all `)}) as found
    group by id order by min(place), id
    limit ${query.limit}`;
}

function unseenIn(query: TodayWordsQuery, source: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select words.id, source.place
    from (${source}) as source cross join words
    where words.id = source.word_id and ${isSeenBy(query.userId)} and ${isOpen(query)}
      and not exists (
      select 1 from word_states
      where word_states.user_id = ${query.userId} and word_states.word_id = words.id
    )
    order by source.place, words.id
    limit ${query.limit}`;
}

function isOpen({ userId, dayStartMs, nowMs }: TodayWordsQuery): RawBuilder<boolean> {
  return sql<boolean>`not exists (
    select 1 from records
    where records.user_id = ${userId} and records.word_id = words.id
      and records.created_at_ms >= ${dayStartMs}
  ) and not exists (
    select 1 from suspended_words
    where suspended_words.user_id = ${userId} and suspended_words.word_id = words.id
      and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
  )`;
}

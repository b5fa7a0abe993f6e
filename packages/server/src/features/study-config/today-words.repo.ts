import { sql } from "kysely";
import { idsIn } from "../../platform/database/bulk.ts";
import type { Database } from "../../platform/database/tables.ts";

/** Parameters of the words still to be studied today. */
export interface TodayWordsQuery {
  readonly userId: string;
  /** Empty: every word of the library. */
  readonly wordbookIds: readonly string[];
  readonly nowMs: number;
  /** Start of the learner's day. */
  readonly dayStartMs: number;
  readonly limit: number;
}

/**
 * Words neither mastered nor answered today: due reviews, then unseen words in book order, then the
 * rest.
 */
export async function listOpenWordIds(db: Database, query: TodayWordsQuery): Promise<string[]> {
  const chosen =
    query.wordbookIds.length === 0
      ? sql`(select id as word_id, seq as place from words)`
      : sql`(select word_id, min(position) as place from wordbook_words
             where ${idsIn(db, "wordbook_id", query.wordbookIds)} group by word_id)`;
  const { rows } = await sql<{ id: string }>`
    select words.id
    from ${chosen} as chosen
    join words on words.id = chosen.word_id
    left join word_states
      on word_states.user_id = ${query.userId} and word_states.word_id = words.id
    where (word_states.state is null or word_states.state <> 'mastered')
      and not exists (
        select 1 from records
        where records.user_id = ${query.userId} and records.word_id = words.id
          and records.created_at_ms >= ${query.dayStartMs}
      )
    order by
      case
        when word_states.next_review_at_ms <= ${query.nowMs} then 0
        when word_states.word_id is null then 1
        else 2
      end,
      word_states.next_review_at_ms, chosen.place, words.id
    limit ${query.limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

import { sql, type RawBuilder } from "kysely";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** A learner whose due words are to be counted by day. */
export interface DueDaysQuery {
  readonly userId: string;
  /** Added to Unix time so that whole days of the sum are the learner's days. */
  readonly shiftMs: number;
  /** Words due before this time are ignored … */
  readonly fromMs: number;
  /** … as are those due at this time or later. */
  readonly untilMs: number;
}

/** Number of words due on one local day, counted from 1970-01-01. */
export interface DueDay {
  readonly user_id: string;
  readonly shift_ms: number;
  readonly day: number;
  readonly words: number;
}

/** Due words per day of all these learners. Reads only the index word_states_due. */
export async function countDueByDay(
  db: Database,
  queries: readonly DueDaysQuery[],
): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select asked.user_id, asked.shift_ms,
      (word_states.next_review_at_ms + asked.shift_ms) / 86400000 as day, count(*) as words
    from ${queryTable(db, queries)} as asked
    cross join word_states
    where word_states.user_id = asked.user_id
      and word_states.next_review_at_ms >= asked.from_ms
      and word_states.next_review_at_ms < asked.until_ms
    group by 1, 2, 3
  `.execute(db);
  return rows;
}

function queryTable(db: Database, queries: readonly DueDaysQuery[]): RawBuilder<unknown> {
  if (dialectOf(db) === "postgres") {
    const userIds = queries.map(({ userId }) => userId);
    const shifts = queries.map(({ shiftMs }) => shiftMs);
    const starts = queries.map(({ fromMs }) => fromMs);
    const ends = queries.map(({ untilMs }) => untilMs);
    return sql`(select * from unnest(${userIds}::text[], ${shifts}::bigint[], ${starts}::bigint[],
        ${ends}::bigint[])
      as one(user_id, shift_ms, from_ms, until_ms))`;
  }
  const rows = queries.map((one) => [one.userId, one.shiftMs, one.fromMs, one.untilMs]);
  const json = JSON.stringify(rows);
  return sql`(select value ->> 0 as user_id, value ->> 1 as shift_ms, value ->> 2 as from_ms,
      value ->> 3 as until_ms
    from json_each(${json}))`;
}

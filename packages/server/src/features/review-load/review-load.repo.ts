import { sql, type RawBuilder } from "kysely";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../platform/database/tables.ts";

/** Whose days are asked for, and where they begin. */
export interface DaysAsked {
  readonly userId: string;
  /** What is added to unix time so that whole days of it are the learner's. */
  readonly shiftMs: number;
  /** Words that were due before are left out. */
  readonly fromMs: number;
}

/** How many words fall due on one local day, counted from 1970-01-01. */
export interface DueDay {
  readonly user_id: string;
  readonly shift_ms: number;
  readonly day: number;
  readonly words: number;
}

/** Days on which words fall due, of all who are asked for. Read from word_states_due alone. */
export async function countDueByDay(db: Database, asked: readonly DaysAsked[]): Promise<DueDay[]> {
  const { rows } = await sql<DueDay>`
    select asked.user_id, asked.shift_ms,
      (word_states.next_review_at_ms + asked.shift_ms) / 86400000 as day, count(*) as words
    from ${askedTable(db, asked)} as asked
    cross join word_states
    where word_states.user_id = asked.user_id
      and word_states.next_review_at_ms >= asked.from_ms
    group by 1, 2, 3
  `.execute(db);
  return rows;
}

function askedTable(db: Database, asked: readonly DaysAsked[]): RawBuilder<unknown> {
  if (dialectOf(db) === "postgres") {
    const userIds = asked.map(({ userId }) => userId);
    const shifts = asked.map(({ shiftMs }) => shiftMs);
    const starts = asked.map(({ fromMs }) => fromMs);
    return sql`(select * from unnest(${userIds}::text[], ${shifts}::bigint[], ${starts}::bigint[])
      as one(user_id, shift_ms, from_ms))`;
  }
  const lines = asked.map(({ userId, shiftMs, fromMs }) => [userId, shiftMs, fromMs]);
  const json = JSON.stringify(lines);
  return sql`(select value ->> 0 as user_id, value ->> 1 as shift_ms, value ->> 2 as from_ms
    from json_each(${json}))`;
}

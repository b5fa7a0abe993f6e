import { sql } from "kysely";
import type { Database } from "../../platform/database/tables.ts";

export interface ActivePage {
  /** Learners of the page with an answer since then. */
  readonly active: string[];
  /** The last learner looked at; undefined when the page was the last one. */
  readonly last: string | undefined;
}

/**
 * Which of the next learners after this one, in the order of ids, answered since a moment. Goes
 * through learners rather than records: how many there are bounds what one page costs.
 */
export async function listActiveLearners(
  db: Database,
  asked: { after: string; limit: number; fromMs: number },
): Promise<ActivePage> {
  const { after, limit, fromMs } = asked;
  const { rows } = await sql<{ id: string; is_active: number }>`
    select page.id, case when exists (
      select 1 from records
      where records.user_id = page.id and records.created_at_ms >= ${fromMs}
    ) then 1 else 0 end as is_active
    from (select id from users where id > ${after} order by id limit ${limit}) as page
    order by page.id
  `.execute(db);
  return {
    active: rows.filter((row) => row.is_active === 1).map((row) => row.id),
    last: rows.length < limit ? undefined : rows.at(-1)?.id,
  };
}

/** What the daily totals of a learner add up to, and what the records do. */
export interface BothSums {
  readonly days_answers: number;
  readonly days_correct: number;
  readonly days_ms: number;
  readonly records_answers: number;
  readonly records_correct: number;
  readonly records_ms: number;
}

/** Both in one statement, so that no answer comes in between. */
export async function sumBoth(db: Database, userId: string): Promise<BothSums> {
  const { rows } = await sql<BothSums>`
    select days.*, told.* from (
      select coalesce(sum(answers), 0) as days_answers, coalesce(sum(correct), 0) as days_correct,
        coalesce(sum(response_time_total_ms), 0) as days_ms
      from daily_activity where user_id = ${userId}
    ) as days cross join (
      select count(*) as records_answers, coalesce(sum(is_correct), 0) as records_correct,
        coalesce(sum(response_time_ms), 0) as records_ms
      from records where user_id = ${userId}
    ) as told
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("a sum has one row");
  return row;
}

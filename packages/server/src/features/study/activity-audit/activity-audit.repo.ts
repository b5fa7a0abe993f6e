import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

export interface ActivePage {
  /** Learners of the page with an answer since `fromMs`. */
  readonly active: string[];
  /** Last learner of the page; undefined when there are no more pages. */
  readonly last: string | undefined;
}

/**
 * Lists which of the next learners, ordered by id, have answered since a given time. Pages over
 * learners rather than records, so that the cost of a page is bounded.
 */
export async function listActiveLearners(
  db: Database,
  { after, limit, fromMs }: { after: string; limit: number; fromMs: number },
): Promise<ActivePage> {
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

/** Sums over a learner's daily totals and over their records. */
export interface BothSums {
  readonly days_answers: number;
  readonly days_correct: number;
  readonly days_ms: number;
  readonly records_answers: number;
  readonly records_correct: number;
  readonly records_ms: number;
}

/** Reads both sums in one statement, so that no answer is stored between the reads. */
export async function sumBoth(db: Database, userId: string): Promise<BothSums> {
  const { rows } = await sql<BothSums>`
    select days.*, counted.* from (
      select coalesce(sum(answers), 0) as days_answers, coalesce(sum(correct), 0) as days_correct,
        coalesce(sum(response_time_total_ms), 0) as days_ms
      from (
        select * from daily_activity where user_id = ${userId}
        union all select * from imported_activity where user_id = ${userId}
      ) as both_kinds
    ) as days cross join (
      select count(*) as records_answers, coalesce(sum(is_correct), 0) as records_correct,
        coalesce(sum(response_time_ms), 0) as records_ms
      from records where user_id = ${userId}
    ) as counted
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate query returned no row");
  return row;
}

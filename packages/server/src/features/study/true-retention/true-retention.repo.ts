import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** Reviews within one time step, of words of similar age. */
export interface ReviewOutcomes {
  /** Numbered from the epoch. */
  readonly step: number;
  /** Index of the age group. */
  readonly age: number;
  readonly answers: number;
  readonly correct: number;
}

/**
 * Outcomes of reviews within a time span (`untilMs` excluded). A review is an answer at least
 * `pauseMs` after the previous answer to the same word.
 *
 * @param stepMs  length of a step
 * @param ages  ascending lower bounds of the ages, ms since the previous answer
 */
export async function countReviewOutcomes(
  db: Database,
  userId: string,
  span: { readonly fromMs: number; readonly untilMs: number },
  rules: { readonly pauseMs: number; readonly stepMs: number; readonly ages: readonly number[] },
): Promise<ReviewOutcomes[]> {
  const age = sql.join(
    rules.ages.map((ms) => sql`case when created_at_ms - before_ms >= ${ms} then 1 else 0 end`),
    sql` + `,
  );
  const { rows } = await sql<ReviewOutcomes>`
    select created_at_ms / ${sql.lit(rules.stepMs)} as step, ${age} as age,
      count(*) as answers, sum(is_correct) as correct
    from (
      select created_at_ms, is_correct, coalesce(
        lag(created_at_ms) over (partition by word_id order by created_at_ms, id),
        (
          select max(earlier.created_at_ms) from records as earlier
          where earlier.user_id = ${userId} and earlier.word_id = records.word_id
            and earlier.created_at_ms < ${span.fromMs}
        )
      ) as before_ms
      from records
      where user_id = ${userId}
        and created_at_ms >= ${span.fromMs} and created_at_ms < ${span.untilMs}
    ) as answered
    where created_at_ms - before_ms >= ${rules.pauseMs}
    group by 1, 2
  `.execute(db);
  return rows.map((row) => ({
    step: Number(row.step),
    age: Number(row.age),
    answers: Number(row.answers),
    correct: Number(row.correct),
  }));
}

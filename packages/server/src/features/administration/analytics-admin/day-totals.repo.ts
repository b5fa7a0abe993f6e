import { sql } from "kysely";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Both ends included, yyyy-MM-dd. */
export interface Days {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** The end is not included. */
export interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Counts and sums. PostgreSQL returns them as text. */
type Row<T> = Readonly<Record<keyof T, number | string>>;

export interface DayTotals {
  readonly learners: number;
  readonly answers: number;
  readonly correct: number;
  readonly newWords: number;
  readonly reviewAnswers: number;
  readonly masteredWords: number;
  readonly studyMs: number;
}

/** An untagged answer to a word from an earlier day is a review, once per word and day. */
const SUMS = sql`
  count(distinct case when answers > 0 then user_id end) as "learners",
  coalesce(sum(answers), 0) as "answers",
  coalesce(sum(correct), 0) as "correct",
  coalesce(sum(new_words), 0) as "newWords",
  coalesce(sum(
    case category when 'review' then answers when 'all' then review_words else 0 end
  ), 0) as "reviewAnswers",
  coalesce(sum(mastered_words), 0) as "masteredWords",
  coalesce(sum(study_ms), 0) as "studyMs"
`;

/** Activity of all learners, by day. Days without activity are left out. */
export async function listDayTotals(
  db: Database,
  { firstDay, lastDay }: Days,
): Promise<Map<string, DayTotals>> {
  const { rows } = await sql<Row<DayTotals> & { readonly day: string }>`
    select day, ${SUMS} from daily_activity
    where day between ${firstDay} and ${lastDay} group by day
  `.execute(db);
  return new Map(rows.map(({ day, ...row }) => [day, toTotals(row)]));
}

/** Like `listDayTotals`, for all days together: a learner counts once. */
export async function sumDayTotals(db: Database, { firstDay, lastDay }: Days): Promise<DayTotals> {
  const { rows } = await sql<Row<DayTotals>>`
    select ${SUMS} from daily_activity where day between ${firstDay} and ${lastDay}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error("an aggregate query returned no row");
  return toTotals(row);
}

/** Number of learners with an answer on a day, by the days until their next one. */
export interface ActivityGap {
  readonly day: string;
  readonly gapDays: number;
  readonly learners: number;
}

/** Gaps that are open or longer than `longestDays` count as one day longer than that. */
export async function countActivityGaps(
  db: Database,
  { firstDay, lastDay }: Days,
  longestDays: number,
): Promise<ActivityGap[]> {
  const gap =
    dialectOf(db) === "postgres"
      ? sql`next_day::date - day::date`
      : sql`cast(julianday(next_day) - julianday(day) as integer)`;
  const longer = sql.lit(longestDays + 1);
  const { rows } = await sql<{ day: string; gap: number | string; learners: number | string }>`
    select day, count(*) as learners,
      case when next_day is null or ${gap} > ${longer} then ${longer} else ${gap} end as gap
    from (
      select day, lead(day) over (partition by user_id order by day) as next_day
      from (
        select distinct user_id, day from daily_activity
        where day between ${firstDay} and ${lastDay} and answers > 0
      ) as active
    ) as followed
    group by 1, 3
  `.execute(db);
  return rows.map((row) => ({
    day: row.day,
    gapDays: Number(row.gap),
    learners: Number(row.learners),
  }));
}

/** A count within one time step. */
export interface StepCount {
  readonly startMs: number;
  readonly count: number;
}

/** Accounts created, by steps of `stepMs`. */
export async function countNewUsers(
  db: Database,
  span: Span,
  stepMs: number,
): Promise<StepCount[]> {
  const { rows } = await sql<{ step: number | string; found: number | string }>`
    select created_at_ms / ${sql.lit(stepMs)} as step, count(*) as found
    from users where created_at_ms >= ${span.fromMs} and created_at_ms < ${span.untilMs} group by 1
  `.execute(db);
  return rows.map(({ step, found }) => ({
    startMs: Number(step) * stepMs,
    count: Number(found),
  }));
}

/** Learning sessions started, with their length so far. Served by learning_sessions_time. */
export async function countSessions(
  db: Database,
  span: Span,
  stepMs: number,
): Promise<(StepCount & { readonly durationMs: number })[]> {
  const { rows } = await sql<Readonly<Record<"step" | "found" | "duration", number | string>>>`
    select created_at_ms / ${sql.lit(stepMs)} as step, count(*) as found,
      sum(duration_ms) as duration
    from learning_sessions
    where created_at_ms >= ${span.fromMs} and created_at_ms < ${span.untilMs} group by 1
  `.execute(db);
  return rows.map(({ step, found, duration }) => ({
    startMs: Number(step) * stepMs,
    count: Number(found),
    durationMs: Number(duration),
  }));
}

function toTotals(row: Row<DayTotals>): DayTotals {
  return {
    learners: Number(row.learners),
    answers: Number(row.answers),
    correct: Number(row.correct),
    newWords: Number(row.newWords),
    reviewAnswers: Number(row.reviewAnswers),
    masteredWords: Number(row.masteredWords),
    studyMs: Number(row.studyMs),
  };
}

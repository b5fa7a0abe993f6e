import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** A week as a span of time, for accounts, and as days, for answers. */
export interface Week {
  readonly no: number;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Accounts made in each week, by the number of the week. */
export async function countRegistrations(
  db: Database,
  weeks: readonly Week[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ cohort: number | string; size: number | string }>`
    with weeks(no, from_ms, until_ms, first_day, last_day) as (${table(weeks)})
    select weeks.no as cohort, count(*) as size
    from weeks
      join users on users.created_at_ms >= weeks.from_ms and users.created_at_ms < weeks.until_ms
    group by 1
  `.execute(db);
  return new Map(rows.map(({ cohort, size }) => [Number(cohort), Number(size)]));
}

/** How many accounts of a week have an answer in a week. */
export async function countReturning(
  db: Database,
  weeks: readonly Week[],
): Promise<{ cohort: number; week: number; learners: number }[]> {
  const { rows } = await sql<Record<"cohort" | "week" | "learners", number | string>>`
    with weeks(no, from_ms, until_ms, first_day, last_day) as (${table(weeks)})
    select cohorts.no as cohort, weeks.no as week, count(distinct users.id) as learners
    from weeks as cohorts
      join users
        on users.created_at_ms >= cohorts.from_ms and users.created_at_ms < cohorts.until_ms
      join daily_activity on daily_activity.user_id = users.id and daily_activity.answers > 0
      join weeks
        on daily_activity.day >= weeks.first_day and daily_activity.day <= weeks.last_day
    group by 1, 2
  `.execute(db);
  return rows.map(({ cohort, week, learners }) => ({
    cohort: Number(cohort),
    week: Number(week),
    learners: Number(learners),
  }));
}

/** Accounts made on a day, and the day on which they are looked for. */
export interface AwaitedReturn {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly returnDay: string;
}

/** How many accounts were made, and how many of them have an answer on the awaited day. */
export async function countReturned(
  db: Database,
  awaited: readonly AwaitedReturn[],
): Promise<{ accounts: number; returned: number }> {
  if (awaited.length === 0) return { accounts: 0, returned: 0 };
  const days = awaited.map(
    ({ fromMs, untilMs, returnDay }) =>
      sql`(${sql.lit(fromMs)}, ${sql.lit(untilMs)}, ${sql.lit(returnDay)})`,
  );
  const { rows } = await sql<{ accounts: number | string; returned: number | string }>`
    with days(from_ms, until_ms, return_day) as (values ${sql.join(days)})
    select count(*) as accounts, coalesce(sum(case when exists (
      select 1 from daily_activity
      where daily_activity.user_id = users.id and daily_activity.day = days.return_day
        and daily_activity.answers > 0
    ) then 1 else 0 end), 0) as returned
    from days
      join users on users.created_at_ms >= days.from_ms and users.created_at_ms < days.until_ms
  `.execute(db);
  const [row] = rows;
  return { accounts: Number(row?.accounts ?? 0), returned: Number(row?.returned ?? 0) };
}

function table(weeks: readonly Week[]) {
  const rows = weeks.map(({ no, fromMs, untilMs, firstDay, lastDay }) => {
    const times = sql`${sql.lit(fromMs)}, ${sql.lit(untilMs)}`;
    return sql`(${sql.lit(no)}, ${times}, ${sql.lit(firstDay)}, ${sql.lit(lastDay)})`;
  });
  return sql`values ${sql.join(rows)}`;
}

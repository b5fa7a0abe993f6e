import { sql, type RawBuilder } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { ZoneOffset } from "./answered.repo.ts";

// An account belongs to the day on which it was created in the learner's own calendar, like the
// days of `daily_activity`. Days are counted from 1970-01-01.

/** Both ends included, as numbers and as yyyy-MM-dd. */
export interface Week {
  readonly no: number;
  readonly firstNo: number;
  readonly lastNo: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** A zone's offset from UTC within a time span, and its current local time. */
interface ZoneNow extends ZoneOffset {
  /** Unix milliseconds of the same date and time in UTC. */
  readonly nowShownMs: number;
}

/** Learners' calendars. */
export interface Calendars {
  /** All zones' offsets, covering the times at which the accounts may have been created. */
  readonly offsets: readonly ZoneNow[];
  /** Zone of learners who chose none. */
  readonly usualZone: string;
}

/** The tables `zones` and `made`: accounts with their creation day, and today. */
function madeOn({ offsets, usualZone }: Calendars): RawBuilder<unknown> {
  const values = offsets.map(({ zone, fromMs, untilMs, offsetMs, nowShownMs }) => {
    const times = [fromMs, untilMs, offsetMs, nowShownMs].map((ms) => sql.lit(ms));
    return sql`(${sql.lit(zone)}, ${sql.join(times)})`;
  });
  const dayOf = (shownMs: RawBuilder<unknown>) =>
    sql`(${shownMs} - coalesce(preferences.day_start_hour, 0) * 3600000) / 86400000`;
  return sql`
    zones(zone, from_ms, until_ms, offset_ms, now_shown_ms) as (values ${sql.join(values)}),
    made as (
      select users.id, ${dayOf(sql`users.created_at_ms + zones.offset_ms`)} as day,
        ${dayOf(sql`zones.now_shown_ms`)} as today
      from users
        left join preferences on preferences.user_id = users.id
        join zones on zones.zone = coalesce(preferences.time_zone, ${sql.lit(usualZone)})
          and users.created_at_ms >= zones.from_ms and users.created_at_ms < zones.until_ms
      where users.created_at_ms >= ${sql.lit(Math.min(...offsets.map(({ fromMs }) => fromMs)))}
    )`;
}

/** Accounts created in each week, by week number. */
export async function countRegistrations(
  db: Database,
  calendars: Calendars,
  weeks: readonly Week[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ cohort: number | string; size: number | string }>`
    with weeks(no, first_no, last_no, first_day, last_day) as (${table(weeks)}),
    ${madeOn(calendars)}
    select weeks.no as cohort, count(*) as size
    from weeks join made on made.day between weeks.first_no and weeks.last_no
    group by 1
  `.execute(db);
  return new Map(rows.map(({ cohort, size }) => [Number(cohort), Number(size)]));
}

/** How many accounts of one week have an answer in another week. */
export async function countReturning(
  db: Database,
  calendars: Calendars,
  weeks: readonly Week[],
): Promise<{ cohort: number; week: number; learners: number }[]> {
  const { rows } = await sql<Record<"cohort" | "week" | "learners", number | string>>`
    with weeks(no, first_no, last_no, first_day, last_day) as (${table(weeks)}),
    ${madeOn(calendars)}
    select cohorts.no as cohort, weeks.no as week, count(distinct made.id) as learners
    from weeks as cohorts
      join made on made.day between cohorts.first_no and cohorts.last_no
      join daily_activity on daily_activity.user_id = made.id and daily_activity.answers > 0
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

/** The days on which accounts were created, and how many days later a return is expected. */
export interface AwaitedReturn {
  readonly madeNo: number;
  readonly returnNo: number;
  readonly returnDay: string;
}

/**
 * How many accounts were created whose expected day has come, and how many of them have an answer
 * on it.
 */
export async function countReturned(
  db: Database,
  calendars: Calendars,
  awaited: readonly AwaitedReturn[],
): Promise<{ accounts: number; returned: number }> {
  if (awaited.length === 0) return { accounts: 0, returned: 0 };
  const days = awaited.map(
    ({ madeNo, returnNo, returnDay }) =>
      sql`(${sql.lit(madeNo)}, ${sql.lit(returnNo)}, ${sql.lit(returnDay)})`,
  );
  const { rows } = await sql<{ accounts: number | string; returned: number | string }>`
    with days(made_no, return_no, return_day) as (values ${sql.join(days)}),
    ${madeOn(calendars)}
    select count(*) as accounts, coalesce(sum(case when exists (
      select 1 from daily_activity
      where daily_activity.user_id = made.id and daily_activity.day = days.return_day
        and daily_activity.answers > 0
    ) then 1 else 0 end), 0) as returned
    from days join made on made.day = days.made_no and days.return_no <= made.today
  `.execute(db);
  const [row] = rows;
  return { accounts: Number(row?.accounts ?? 0), returned: Number(row?.returned ?? 0) };
}

function table(weeks: readonly Week[]) {
  const rows = weeks.map(({ no, firstNo, lastNo, firstDay, lastDay }) => {
    const numbers = sql`${sql.lit(no)}, ${sql.lit(firstNo)}, ${sql.lit(lastNo)}`;
    return sql`(${numbers}, ${sql.lit(firstDay)}, ${sql.lit(lastDay)})`;
  });
  return sql`values ${sql.join(rows)}`;
}

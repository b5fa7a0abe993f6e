import { sql } from "kysely";
import { countRows } from "../../../platform/database/count-rows.ts";
import { isDue } from "../../progress/word-states/due.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Devices that are flagged as risky. */
export async function countFlaggedDevices(db: Database): Promise<number> {
  return countRows(db.selectFrom("devices").where("risk_flagged_at_ms", "is not", null));
}

/** The advisor's undecided suggestions. */
export async function countPendingSuggestions(db: Database): Promise<number> {
  return countRows(db.selectFrom("amas_suggestions").where("status", "=", "pending"));
}

export interface StateCount {
  readonly state: string;
  readonly words: number;
  /** Of these, due for review and neither suspended nor buried by the learner. */
  readonly due: number;
}

/** When learners' days end, by time zone and start hour. */
export interface DayEnds {
  readonly nowMs: number;
  readonly ends: readonly {
    readonly timeZone: string;
    readonly dayStartHour: number;
    readonly dayEndMs: number;
  }[];
  /** For learners who have chosen no time zone. */
  readonly usualZone: string;
}

/** The time zones and start hours that learners have chosen; null: no zone. */
export async function listDayStarts(
  db: Database,
): Promise<{ time_zone: string | null; day_start_hour: number }[]> {
  return db.selectFrom("preferences").select(["time_zone", "day_start_hour"]).distinct().execute();
}

/** Words of all learners by state. */
export async function countWordStates(
  db: Database,
  { nowMs, ends, usualZone }: DayEnds,
): Promise<StateCount[]> {
  const values = ends.map(
    ({ timeZone, dayStartHour, dayEndMs }) =>
      sql`(${sql.lit(timeZone)}, ${sql.lit(dayStartHour)}, ${sql.lit(dayEndMs)})`,
  );
  const dayEndMs = sql`day_ends.end_ms`;
  const { rows } = await sql<Readonly<Record<keyof StateCount, string>>>`
    with day_ends(zone, start_hour, end_ms) as (values ${sql.join(values)})
    select state, count(*) as words,
      sum(case when ${isDue({ nowMs, dayEndMs })} and not exists (
      select 1 from suspended_words
      where suspended_words.user_id = word_states.user_id
        and suspended_words.word_id = word_states.word_id
        and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
    ) then 1 else 0 end) as due
    from word_states
      left join preferences on preferences.user_id = word_states.user_id
      left join day_ends on day_ends.zone = coalesce(preferences.time_zone, ${usualZone})
        and day_ends.start_hour = coalesce(preferences.day_start_hour, 0)
    group by state
  `.execute(db);
  return rows.map(({ state, words, due }) => ({ state, words: Number(words), due: Number(due) }));
}

export interface PhaseCount {
  /** null: after the cold start. */
  readonly phase: string | null;
  readonly decisions: number;
  readonly anomalies: number;
}

/** Stored decisions by phase of the cold start. Reads only the index engine_events_time. */
export async function countPhases(db: Database, sinceMs: number): Promise<PhaseCount[]> {
  const { rows } = await sql<{
    phase: string | null;
    found: number | string;
    bad: number | string;
  }>`
    select cold_start_phase as phase, count(*) as found, sum(is_anomaly) as bad
    from engine_events where created_at_ms >= ${sinceMs} group by 1
  `.execute(db);
  return rows.map(({ phase, found, bad }) => ({
    phase,
    decisions: Number(found),
    anomalies: Number(bad),
  }));
}

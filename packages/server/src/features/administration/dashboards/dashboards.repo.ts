import { sql } from "kysely";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Devices that are flagged as risky. */
export async function countFlaggedDevices(db: Database): Promise<number> {
  return countRows(db.selectFrom("devices").where("risk_flagged_at_ms", "is not", null));
}

/** Suggestions of the advisor that nobody has decided about. */
export async function countPendingSuggestions(db: Database): Promise<number> {
  return countRows(db.selectFrom("amas_suggestions").where("status", "=", "pending"));
}

export interface StateCount {
  readonly state: string;
  readonly words: number;
  /** Of these, due for review, and not put aside by the learner. */
  readonly due: number;
}

/** Words of all learners by state. Served by word_states_due alone. */
export async function countWordStates(db: Database, nowMs: number): Promise<StateCount[]> {
  const { rows } = await sql<Readonly<Record<keyof StateCount, string>>>`
    select state, count(*) as words, sum(case when next_review_at_ms <= ${nowMs} and not exists (
      select 1 from suspended_words
      where suspended_words.user_id = word_states.user_id
        and suspended_words.word_id = word_states.word_id
        and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
    ) then 1 else 0 end) as due
    from word_states group by state
  `.execute(db);
  return rows.map(({ state, words, due }) => ({ state, words: Number(words), due: Number(due) }));
}

export interface PhaseCount {
  /** null: after the cold start. */
  readonly phase: string | null;
  readonly decisions: number;
  readonly anomalies: number;
}

/** Stored decisions by phase of the cold start. Served by engine_events_time alone. */
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

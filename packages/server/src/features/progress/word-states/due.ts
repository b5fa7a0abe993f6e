import { sql, type RawBuilder } from "kysely";
import { DAY_MS } from "../../../platform/time/durations.ts";

/** The moment at which words are counted or handed out. */
export interface DueAt<End = number> {
  readonly nowMs: number;
  /** End of the learner's current day. */
  readonly dayEndMs: End;
}

/**
 * Whether a word of `word_states` is due: its review time has come, or it falls on the learner's
 * current day after an interval of a day or more. The first condition keeps to word_states_due.
 */
export function isDue({ nowMs, dayEndMs }: DueAt<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(word_states.next_review_at_ms < ${dayEndMs}
    and (word_states.next_review_at_ms <= ${nowMs} or ${isOfDays()}))`;
}

/** Whether the interval that led to the review time is a day or more. */
function isOfDays(): RawBuilder<boolean> {
  return sql<boolean>`word_states.next_review_at_ms
    - coalesce(word_states.last_answer_at_ms, 0) >= ${sql.lit(DAY_MS)}`;
}

/** The same for a row that has been read. */
export function isRowDue(
  row: {
    readonly next_review_at_ms: number | null;
    readonly last_answer_at_ms: number | null;
  },
  { nowMs, dayEndMs }: DueAt,
): boolean {
  const { next_review_at_ms: dueMs, last_answer_at_ms } = row;
  if (dueMs === null) return false;
  return dueMs <= nowMs || (dueMs < dayEndMs && dueMs - (last_answer_at_ms ?? 0) >= DAY_MS);
}

import type { ReviewReason } from "@wordloom/contract";
import { rightInARow, type WordMemory } from "@wordloom/engine";
import { toTimestamp } from "../../../platform/time/clock.ts";

/** Intervals are stored in whole seconds. */
const INTERVAL_EXACT_MS = 1_000;

/** The facts that explain a review date. */
export interface ReviewFacts {
  /** undefined: the learner has no state for the word. */
  readonly state:
    | {
        readonly state: string;
        readonly next_review_at_ms: number | null;
        readonly updated_at_ms: number;
      }
    | undefined;
  /** null: never answered since the last reset. */
  readonly memory: WordMemory | null;
  /** Between the last two answers; null with fewer. */
  readonly elapsedDays: number | null;
  /** From the last answer to the next review. */
  readonly intervalDays: number | null;
}

/** Explains the date of a word's next review. */
export function reviewReason(facts: ReviewFacts): ReviewReason {
  const { state, memory, elapsedDays } = facts;
  if (state === undefined || state.state === "new") return { code: "not_studied", params: {} };
  const at = toTimestamp(state.updated_at_ms);
  if (state.next_review_at_ms === null) return { code: "marked_known", params: { at } };
  if (memory === null || isDatedByHand(memory)) return { code: "set_by_hand", params: { at } };
  const isCorrect = rightInARow(memory) > 0;
  const intervalDays = facts.intervalDays ?? 0;
  if (elapsedDays === null) return { code: "first_seen", params: { isCorrect, intervalDays } };
  const code = isCorrect ? "recalled_after" : "slipped_after";
  return { code, params: { elapsedDays, intervalDays } };
}

/** A state set by hand keeps the date the engine had planned, or is due at once. */
function isDatedByHand({ trace, dueAtMs, intervalSecs }: WordMemory): boolean {
  if (trace === null || dueAtMs === null) return false;
  return Math.abs(dueAtMs - trace.lastAtMs - intervalSecs * 1000) > INTERVAL_EXACT_MS;
}

import type { Selectable } from "kysely";
import { isToCome } from "../../../platform/database/stored-times.ts";
import type { AnswerOutboxTable } from "./records.tables.ts";

/** After so many failed attempts an answer becomes a dead letter. */
export const ATTEMPTS_MAX = 8;
const BACKOFF_FIRST_MS = 1_000;
/** The longest pause between two attempts. */
export const BACKOFF_LAST_MS = 600_000;

/**
 * 1 s after the first failure, 10 min before the last attempt, growing geometrically in between.
 */
export function backoffMs(attempts: number): number {
  const steps = ATTEMPTS_MAX - 2;
  const growth = (BACKOFF_LAST_MS / BACKOFF_FIRST_MS) ** ((attempts - 1) / steps);
  return Math.round(BACKOFF_FIRST_MS * growth);
}

/** Whether an answer waits for its next attempt, and its learner's later answers behind it. */
export function isPostponed(
  { attempts, run_after_ms: runAfterMs }: RetryState,
  nowMs: number,
): boolean {
  return attempts > 0 && isToCome(runAfterMs, nowMs, BACKOFF_LAST_MS);
}

type RetryState = Pick<Selectable<AnswerOutboxTable>, "attempts" | "run_after_ms">;

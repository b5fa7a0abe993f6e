import { requireEach } from "../argument-checks.ts";
import type { LearnerSchedule } from "../interval/learner-goal.ts";
import { balanceLoad, balancingOf, longestDays, type SchedulePlan } from "../interval/workload.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { DAY_MS } from "../numeric/durations.ts";
import type { EngineParameters } from "../parameters/parameters.ts";

/**
 * Due date of a word after new weights have changed it.
 *
 * Weights that predict less recall would make many words due at once and fill a whole day. So a
 * date moves forward by at most half of the remaining time, which keeps dates spread out. A later
 * date applies unchanged.
 *
 * Times are whole numbers in one unit, unix ms or days.
 *
 * @param before  date by the old weights
 * @param after   date by the new weights
 * @param now     when the weights changed
 * @throws RangeError  a date is not a finite number
 */
export function dueAfterFit(before: number, after: number, now: number): number {
  requireEach("date", { before, after, now });
  return before <= now ? after : Math.max(after, halfway(before, now));
}

function halfway(before: number, now: number): number {
  return Math.ceil((now + before) / 2);
}

/** Inputs of a word's new due date, unix ms. */
export interface DatesAroundFit {
  readonly lastAtMs: number;
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly nowMs: number;
  /** Whether what the learner has shown made the date by the new weights sooner. */
  readonly isCut: boolean;
}

/**
 * The same with load balancing: each word in turn goes to the day with the lightest load within its
 * tolerance. It comes no further forward than without balancing, a past date stays, and a cut date
 * moves to no later day.
 *
 * @param plan      the learner's days without this word, numbered by the learner's offset
 * @param schedule  of the learner's goal
 */
export function balancedDueAfterFit(
  { lastAtMs, beforeMs, afterMs, nowMs, isCut }: DatesAroundFit,
  learner: LearnerState,
  plan: SchedulePlan,
  parameters: EngineParameters,
  schedule?: LearnerSchedule,
): number {
  const dueMs = dueAfterFit(beforeMs, afterMs, nowMs);
  if (dueMs <= nowMs) return dueMs;
  const earliestMs = beforeMs <= nowMs ? nowMs : halfway(beforeMs, nowMs);
  const pause = { days: (dueMs - lastAtMs) / DAY_MS, reasons: [] };
  const earliestDays = Math.max(1, (earliestMs - lastAtMs) / DAY_MS);
  const latestDays = isCut ? pause.days : Math.max(pause.days, longestDays(parameters));
  const tolerance = { ...balancingOf(parameters, schedule), earliestDays, latestDays };
  const { days } = balanceLoad(pause, lastAtMs, learner, plan, tolerance);
  return days === pause.days ? dueMs : lastAtMs + Math.round(days * DAY_MS);
}

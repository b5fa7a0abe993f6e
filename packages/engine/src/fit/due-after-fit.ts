import { requireEach } from "../argument-checks.ts";
import { balanceLoad, longestDays, type SchedulePlan } from "../interval/workload.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { DAY_MS } from "../numeric/durations.ts";
import type { Parameters } from "../parameters/parameters.ts";

/**
 * When a word is due after new weights have given it another date.
 *
 * Weights that think less of the memory make many words due at once, and a day full of them leaves
 * no room for anything else. So a word comes forward by half of what is left at most; the old
 * dates lie apart, and so do the new ones. A later date holds as it is.
 *
 * Times are whole numbers in one unit, unix ms or days.
 *
 * @param before  the date so far
 * @param after   the date by the new weights
 * @param now     when the weights came
 * @throws RangeError  a date is not a finite number
 */
export function dueAfterFit(before: number, after: number, now: number): number {
  requireEach("date", { before, after, now });
  return before <= now ? after : Math.max(after, halfway(before, now));
}

function halfway(before: number, now: number): number {
  return Math.ceil((now + before) / 2);
}

/** What the new date of a word follows from, unix ms. */
export interface DatesAroundFit {
  readonly lastAtMs: number;
  readonly beforeMs: number;
  readonly afterMs: number;
  readonly nowMs: number;
}

/**
 * The same where the learner's days are evened out: the new dates know nothing of each other, so
 * each goes to the day that is lightest by then, within its tolerance. It comes forward no further
 * than without, and a date that has passed stays.
 *
 * @param plan  the learner's days without this word, numbered by the learner's offset
 */
export function balancedDueAfterFit(
  { lastAtMs, beforeMs, afterMs, nowMs }: DatesAroundFit,
  learner: LearnerState,
  plan: SchedulePlan,
  parameters: Parameters,
): number {
  const dueMs = dueAfterFit(beforeMs, afterMs, nowMs);
  if (dueMs <= nowMs) return dueMs;
  const earliestMs = beforeMs <= nowMs ? nowMs : halfway(beforeMs, nowMs);
  const pause = { days: (dueMs - lastAtMs) / DAY_MS, reasons: [] };
  const earliestDays = Math.max(1, (earliestMs - lastAtMs) / DAY_MS);
  const { loadBalanceShare: share } = parameters.interval;
  const latestDays = Math.max(pause.days, longestDays(parameters));
  const tolerance = { share, earliestDays, latestDays };
  const { days } = balanceLoad(pause, lastAtMs, learner, plan, tolerance);
  return days === pause.days ? dueMs : lastAtMs + Math.round(days * DAY_MS);
}

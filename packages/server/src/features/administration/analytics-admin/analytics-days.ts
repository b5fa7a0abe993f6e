import { QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { dayStartMs, localDay, shiftDay } from "../../../platform/time/local-day.ts";
import type { Days, Span, StepCount } from "./day-totals.repo.ts";

/** The days as a span of time. */
export function spanOf({ firstDay, lastDay }: Days, timeZone: string): Span {
  return {
    fromMs: dayStartMs(firstDay, timeZone),
    untilMs: dayStartMs(shiftDay(lastDay, 1), timeZone),
  };
}

/** Time is counted in these: in every zone, each belongs to one day. */
export const STEP_MS = QUARTER_HOUR_MS;

/** Counts of {@link STEP_MS} by their day. */
export function byDay<T extends StepCount>(
  steps: readonly T[],
  timeZone: string,
): Map<string, T[]> {
  return Map.groupBy(steps, ({ startMs }) => localDay(startMs, timeZone));
}

export function sumOf<T>(entries: readonly T[] | undefined, value: (entry: T) => number): number {
  return (entries ?? []).reduce((sum, entry) => sum + value(entry), 0);
}

/** null for nothing of nothing. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** These days, and as many before them. */
export function withDaysBefore({ firstDay, lastDay }: Days, before: number): Days {
  return { firstDay: shiftDay(firstDay, -before), lastDay };
}

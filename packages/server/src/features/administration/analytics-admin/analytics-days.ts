import { QUARTER_HOUR_MS } from "../../../platform/time/durations.ts";
import { dayStartMs, localDay, shiftDay } from "../../../platform/time/local-day.ts";
import type { Days, Span, StepCount } from "./day-totals.repo.ts";

/** The days as a time span. */
export function spanOf({ firstDay, lastDay }: Days, timeZone: string): Span {
  return {
    fromMs: dayStartMs(firstDay, timeZone),
    untilMs: dayStartMs(shiftDay(lastDay, 1), timeZone),
  };
}

/** Resolution of counts. In every zone, each step belongs to one day. */
export const STEP_MS = QUARTER_HOUR_MS;

/** Counts per {@link STEP_MS}, grouped by day. */
export function byDay<T extends StepCount>(
  steps: readonly T[],
  timeZone: string,
): Map<string, T[]> {
  return Map.groupBy(steps, ({ startMs }) => localDay(startMs, timeZone));
}

export function sumOf<T>(entries: readonly T[] | undefined, value: (entry: T) => number): number {
  return (entries ?? []).reduce((sum, entry) => sum + value(entry), 0);
}

/** null if the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** These days and the same number of days before them. */
export function withDaysBefore({ firstDay, lastDay }: Days, before: number): Days {
  return { firstDay: shiftDay(firstDay, -before), lastDay };
}

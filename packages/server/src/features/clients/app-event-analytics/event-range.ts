import { APP_EVENT_RANGE_DAYS_MAX, type AppEventRange } from "@wordloom/contract";
import { refuse } from "../../../platform/basics/app-error.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { shiftDay } from "../../../platform/time/local-day.ts";

/** Consecutive days, both ends included (yyyy-MM-dd). */
export interface EventRange {
  readonly days: number;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** Requested range; `from` and `to` take precedence over `days`. */
export interface RangeQuery {
  readonly days: string;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * The requested days.
 *
 * @throws AppError INVALID_RANGE when one end is missing, when the ends are in the wrong order, or
 *   when the range is longer than 90 days
 */
export function rangeOf({ days, from, to }: RangeQuery, today: string): EventRange {
  if (from === undefined && to === undefined) return endingAt(today, Number(days));
  if (from === undefined || to === undefined) {
    refuse("INVALID_RANGE", "A range needs both from and to.");
  }
  const length = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (length < 1 || length > APP_EVENT_RANGE_DAYS_MAX) {
    refuse("INVALID_RANGE", `A range must have 1 to ${APP_EVENT_RANGE_DAYS_MAX} days.`);
  }
  return { days: length, firstDay: from, lastDay: to };
}

/** The given number of days, ending with `lastDay`. */
export function endingAt(lastDay: string, days: number): EventRange {
  return { days, firstDay: shiftDay(lastDay, 1 - days), lastDay };
}

/** The same number of days directly before. */
export function before({ days, firstDay }: EventRange): EventRange {
  return endingAt(shiftDay(firstDay, -1), days);
}

/** Every day, in ascending order. */
export function daysIn({ days, firstDay }: EventRange): string[] {
  return Array.from({ length: days }, (_, n) => shiftDay(firstDay, n));
}

/** Monday of the day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return shiftDay(day, -((weekday + 6) % 7));
}

/** The range in wire format. */
export function toWireRange({ days, firstDay, lastDay }: EventRange): AppEventRange {
  return { days, rangeStart: firstDay, rangeEnd: lastDay };
}

import { shiftDay } from "../../../platform/time/local-day.ts";

export type RangeType = "day" | "week" | "month";

const LENGTH_DAYS: Readonly<Record<RangeType, number>> = { day: 1, week: 7, month: 30 };

/** Consecutive days, both ends included (yyyy-MM-dd). */
export interface DayRange {
  readonly firstDay: string;
  readonly lastDay: string;
}

/** The latest 1, 7 or 30 days, including today. */
export function rangeUntil(today: string, type: RangeType): DayRange {
  return { firstDay: shiftDay(today, 1 - LENGTH_DAYS[type]), lastDay: today };
}

/** The same number of days directly before a range of this type. */
export function rangeBefore({ firstDay }: DayRange, type: RangeType): DayRange {
  return { firstDay: shiftDay(firstDay, -LENGTH_DAYS[type]), lastDay: shiftDay(firstDay, -1) };
}

/** Every day of the range, in ascending order. */
export function daysOf({ firstDay, lastDay }: DayRange): string[] {
  const days: string[] = [];
  for (let day = firstDay; day <= lastDay; day = shiftDay(day, 1)) days.push(day);
  return days;
}

import { shiftDay } from "../../../platform/time/local-day.ts";

/**
 * Number of consecutive days ending today or yesterday (today may still get its first record).
 *
 * @param days  days with at least one record (yyyy-MM-dd), each once, in ascending order
 * @param today  the learner's current day
 */
export function streakLength(days: readonly string[], today: string): number {
  const end = days.findLastIndex((day) => day <= today);
  const last = days[end];
  if (last === undefined || last < shiftDay(today, -1)) return 0;
  let length = 1;
  while (days[end - length] === shiftDay(last, -length)) length += 1;
  return length;
}

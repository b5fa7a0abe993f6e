import { shiftDay } from "../../platform/local-day.ts";

/**
 * Days in a row, ending today; a day that has only begun breaks nothing, so a row that ends
 * yesterday counts too.
 *
 * @param days  days with at least one record (yyyy-MM-dd), each once, in ascending order
 * @param today  the learner's day now
 */
export function streakLength(days: readonly string[], today: string): number {
  const end = days.findLastIndex((day) => day <= today);
  const last = days[end];
  if (last === undefined || last < shiftDay(today, -1)) return 0;
  let length = 1;
  while (days[end - length] === shiftDay(last, -length)) length += 1;
  return length;
}

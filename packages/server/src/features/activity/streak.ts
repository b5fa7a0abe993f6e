import { shiftDay } from "../../platform/local-day.ts";

const DAY_MS = 86_400_000;

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
  let start = end;
  while (start > 0 && isNextDay(days[start - 1], days[start])) start -= 1;
  return end - start + 1;
}

function isNextDay(day: string | undefined, next: string | undefined): boolean {
  return Date.parse(`${next}T00:00:00Z`) - Date.parse(`${day}T00:00:00Z`) === DAY_MS;
}

import { Cron } from "croner";
import { DAY_MS } from "../time/durations.ts";

/** Enough to cover every pair of neighboring minutes and hours of a pattern. */
const TIMES_COMPARED = 600;
const DAYS_COMPARED = 800;

/**
 * The fault of a schedule set by an administrator, for a message.
 *
 * @param gapMinMs  minimum time between two runs
 * @param fromMs    start of the comparison of times
 * @returns         undefined if it is five cron fields (UTC) that match often, but not too often
 */
export function cronFault(
  pattern: string,
  gapMinMs: number,
  fromMs: number,
): "five cron fields" | "a pattern that matches" | "times further apart" | undefined {
  if (pattern.trim().split(/\s+/).length !== 5) return "five cron fields";
  const times = timesOf(pattern, fromMs);
  if (times === undefined) return "five cron fields";
  if (times.length === 0) return "a pattern that matches";
  const isDense = times.some((at, n) => n > 0 && at - (times[n - 1] ?? at) < gapMinMs);
  return isDense ? "times further apart" : undefined;
}

/** The next times; undefined if the pattern is invalid. */
function timesOf(pattern: string, fromMs: number): number[] | undefined {
  try {
    const cron = new Cron(pattern, { timezone: "UTC" });
    const times: number[] = [];
    let at = cron.nextRun(new Date(fromMs))?.getTime();
    while (at !== undefined && times.length < TIMES_COMPARED) {
      times.push(at);
      if (at - fromMs > DAYS_COMPARED * DAY_MS) break;
      at = cron.nextRun(new Date(at))?.getTime();
    }
    return times;
  } catch {
    return undefined;
  }
}

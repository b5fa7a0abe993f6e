import { Cron } from "croner";
import type { Schedule } from "./worker.ts";

/** A count beyond which nobody needs to know how many runs were missed. */
const MISSED_MAX = 1_000;

/** When a worker's turns come. Times are epoch milliseconds; patterns are read in UTC. */
export interface Timetable {
  /** For people: the cron pattern, or `every 10 s`. */
  readonly text: string;
  /** The first turn after a moment. */
  nextMs(afterMs: number): number;
  /** Time from the next turn to the one after it. */
  periodMs(afterMs: number): number;
  /** Turns that came in (`sinceMs`, `nowMs`]. */
  turnsBetween(sinceMs: number, nowMs: number): number;
}

/** @throws Error for a cron pattern that cannot be read or never comes */
export function createTimetable(schedule: Schedule): Timetable {
  return "everyMs" in schedule ? steady(schedule.everyMs) : byPattern(schedule.cron);
}

function steady(everyMs: number): Timetable {
  return {
    text: everyMs % 60_000 === 0 ? `every ${everyMs / 60_000} min` : `every ${everyMs / 1_000} s`,
    nextMs: (afterMs) => afterMs + everyMs,
    periodMs: () => everyMs,
    turnsBetween: (sinceMs, nowMs) => {
      const turns = Math.floor((nowMs - sinceMs) / everyMs);
      return Math.min(MISSED_MAX, Math.max(0, turns));
    },
  };
}

function byPattern(pattern: string): Timetable {
  const cron = new Cron(pattern, { timezone: "UTC" });
  const nextMs = (afterMs: number) => {
    const next = cron.nextRun(new Date(afterMs));
    if (next === null) throw new Error(`The cron pattern "${pattern}" never matches.`);
    return next.getTime();
  };

  return {
    text: pattern,
    nextMs,
    periodMs: (afterMs) => nextMs(nextMs(afterMs)) - nextMs(afterMs),
    turnsBetween(sinceMs, nowMs) {
      let turns = 0;
      for (let at = nextMs(sinceMs); at <= nowMs && turns < MISSED_MAX; at = nextMs(at)) turns += 1;
      return turns;
    },
  };
}

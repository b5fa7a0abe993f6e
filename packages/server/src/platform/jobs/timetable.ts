import { Cron } from "croner";
import type { Schedule } from "./worker.ts";

/** Missed runs are counted up to this number. */
const MISSED_MAX = 1_000;

/** The scheduled times of a worker, in epoch milliseconds; patterns are in UTC. */
export interface Timetable {
  /** For display: the cron pattern, or `every 10 s`. */
  readonly text: string;
  /** The first scheduled time after `afterMs`. */
  nextMs(afterMs: number): number;
  /** Time from the next scheduled time to the one after it. */
  periodMs(afterMs: number): number;
  /** Number of scheduled times in (`sinceMs`, `nowMs`]. */
  scheduledBetween(sinceMs: number, nowMs: number): number;
}

/** @throws Error for a cron pattern that is invalid or never matches */
export function createTimetable(schedule: Schedule): Timetable {
  return "everyMs" in schedule ? fixedInterval(schedule.everyMs) : byCronPattern(schedule.cron);
}

function fixedInterval(everyMs: number): Timetable {
  return {
    text: everyMs % 60_000 === 0 ? `every ${everyMs / 60_000} min` : `every ${everyMs / 1_000} s`,
    nextMs: (afterMs) => afterMs + everyMs,
    periodMs: () => everyMs,
    scheduledBetween: (sinceMs, nowMs) => {
      const turns = Math.floor((nowMs - sinceMs) / everyMs);
      return Math.min(MISSED_MAX, Math.max(0, turns));
    },
  };
}

/** Returns the first time of a pattern after another time. */
type NextOf = (afterMs: number) => number;

const patterns = new Map<string, NextOf>();

/** Cached, because parsing takes longer than finding a time, and there are few patterns. */
function nextOf(pattern: string): NextOf {
  const next = patterns.get(pattern) ?? remembering(parse(pattern));
  patterns.set(pattern, next);
  return next;
}

function parse(pattern: string): NextOf {
  const cron = new Cron(pattern, { timezone: "UTC" });
  return (afterMs) => {
    const next = cron.nextRun(new Date(afterMs));
    if (next === null) throw new Error(`The cron pattern "${pattern}" never matches.`);
    return next.getTime();
  };
}

/** Enough for the last run of a worker, the next one, and those of another process's clock. */
const SPANS_MAX = 4;

/**
 * Caches the next time between two times of a pattern, because every health check counts the missed
 * runs of all workers.
 */
function remembering(next: NextOf): NextOf {
  const spans: { readonly fromMs: number; readonly nextMs: number }[] = [];
  return (afterMs) => {
    const known = spans.find(({ fromMs, nextMs }) => fromMs <= afterMs && afterMs < nextMs);
    if (known !== undefined) return known.nextMs;
    const found = { fromMs: afterMs, nextMs: next(afterMs) };
    if (spans.push(found) > SPANS_MAX) spans.shift();
    return found.nextMs;
  };
}

function byCronPattern(pattern: string): Timetable {
  const nextMs = nextOf(pattern);
  // Every health check asks again what has been missed since the same time.
  let counted = { sinceMs: Number.NaN, lastMs: 0, turns: 0 };

  return {
    text: pattern,
    nextMs,
    periodMs: (afterMs) => nextMs(nextMs(afterMs)) - nextMs(afterMs),
    scheduledBetween(sinceMs, nowMs) {
      const isGoingOn = sinceMs === counted.sinceMs && counted.lastMs <= nowMs;
      let { lastMs, turns } = isGoingOn ? counted : { lastMs: sinceMs, turns: 0 };
      for (let at = nextMs(lastMs); at <= nowMs && turns < MISSED_MAX; at = nextMs(at)) {
        lastMs = at;
        turns += 1;
      }
      counted = { sinceMs, lastMs, turns };
      return turns;
    },
  };
}

import type { Clock } from "../clock.ts";
import type { RunOutcome } from "./run-log.ts";
import { createTimetable, type Timetable } from "./timetable.ts";
import type { Schedule } from "./worker.ts";

const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_DOUBLINGS_MAX = 30;

/** When a worker's next run comes, from its timetable, its failures and requests to hurry. */
export interface Pace {
  readonly timetable: Timetable;
  /** When the next turn comes, after back-off. */
  readonly nextRunAtMs: number;
  isDue(nowMs: number): boolean;
  /** Makes it due as soon as back-off allows; many calls before the next run are one. */
  wake(): void;
  began(nowMs: number): void;
  ended(startedAtMs: number, outcome: RunOutcome): void;
  /** Turns that passed without a good run. */
  missCount(nowMs: number): number;
  /** Restarts the count of missed turns; a worker with a fixed interval is due at once. */
  reset(nowMs: number): void;
  /** Puts the next turn right after the clock was set back. */
  clockWentBack(nowMs: number): void;
}

/**
 * After n failures in a row the next attempt comes 2ⁿ seconds later, but at the next turn at the
 * latest: a daily worker tries again the same night, a frequent one is not hurried.
 */
export function createPace(schedule: Schedule, clock: Clock): Pace {
  const timetable = createTimetable(schedule);
  let woken = false;
  let dueAtMs = Number.POSITIVE_INFINITY;
  let notBeforeMs = 0;
  let failures = 0;
  let goodSinceMs = clock.nowMs();

  const backOff = (nowMs: number) => {
    failures = Math.min(failures + 1, BACKOFF_DOUBLINGS_MAX);
    const pauseMs = Math.min(BACKOFF_FIRST_MS * 2 ** failures, timetable.periodMs(nowMs));
    notBeforeMs = nowMs + pauseMs;
    dueAtMs = Math.min(dueAtMs, notBeforeMs);
  };

  return {
    timetable,
    get nextRunAtMs() {
      return Math.max(dueAtMs, notBeforeMs);
    },
    isDue: (nowMs) => nowMs >= notBeforeMs && (woken || nowMs >= dueAtMs),
    wake: () => {
      woken = true;
    },
    began(nowMs) {
      woken = false;
      dueAtMs = timetable.nextMs(nowMs);
    },
    ended(startedAtMs, outcome) {
      if (outcome !== "ok") return backOff(clock.nowMs());
      failures = 0;
      notBeforeMs = 0;
      goodSinceMs = startedAtMs;
    },
    missCount: (nowMs) => timetable.turnsBetween(goodSinceMs, nowMs),
    reset(nowMs) {
      goodSinceMs = nowMs;
      dueAtMs = "everyMs" in schedule ? nowMs : timetable.nextMs(nowMs);
    },
    clockWentBack(nowMs) {
      dueAtMs = Math.min(dueAtMs, timetable.nextMs(nowMs));
      notBeforeMs = Math.min(notBeforeMs, nowMs + timetable.periodMs(nowMs));
      goodSinceMs = Math.min(goodSinceMs, nowMs);
    },
  };
}

import type { Clock } from "../time/clock.ts";
import type { RunOutcome } from "./run-log.ts";
import { createTimetable, type Timetable } from "./timetable.ts";
import type { Schedule } from "./worker.ts";

const BACKOFF_FIRST_MS = 1_000;
const BACKOFF_DOUBLINGS_MAX = 30;

/** When a worker runs next, given its timetable, its failures and requests to wake it. */
export interface JobSchedule {
  readonly timetable: Timetable;
  /** The time of the next run, back-off included. */
  readonly nextRunAtMs: number;
  isDue(nowMs: number): boolean;
  /**
   * Makes the worker due as soon as back-off allows; several calls before the next run count as
   * one.
   */
  wake(): void;
  runStarted(nowMs: number): void;
  runEnded(startedAtMs: number, outcome: RunOutcome): void;
  /** Number of scheduled times since the last successful run. */
  missCount(nowMs: number): number;
  /** Changes to another cron pattern; a run due by the old pattern is dropped. */
  follow(cron: string, nowMs: number): void;
  /** Resets the count of missed runs; a worker with a fixed interval is due at once. */
  reset(nowMs: number): void;
  /** Corrects the next run after the clock was set back. */
  clockSetBack(nowMs: number): void;
}

/**
 * After n consecutive failures, the next attempt is 2ⁿ seconds later, but no later than the next
 * scheduled time: a daily worker retries the same night, a frequent one keeps its interval.
 */
export function createJobSchedule(schedule: Schedule, clock: Clock): JobSchedule {
  let timetable = createTimetable(schedule);
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
    get timetable() {
      return timetable;
    },
    get nextRunAtMs() {
      return Math.max(dueAtMs, notBeforeMs);
    },
    isDue: (nowMs) => nowMs >= notBeforeMs && (woken || nowMs >= dueAtMs),
    wake: () => {
      woken = true;
    },
    runStarted(nowMs) {
      woken = false;
      dueAtMs = timetable.nextMs(nowMs);
    },
    runEnded(startedAtMs, outcome) {
      if (outcome !== "ok") return backOff(clock.nowMs());
      failures = 0;
      notBeforeMs = 0;
      goodSinceMs = startedAtMs;
    },
    missCount: (nowMs) => timetable.scheduledBetween(goodSinceMs, nowMs),
    follow(cron, nowMs) {
      if (timetable.text === cron) return;
      timetable = createTimetable({ cron });
      dueAtMs = timetable.nextMs(nowMs);
      goodSinceMs = nowMs;
    },
    reset(nowMs) {
      goodSinceMs = nowMs;
      dueAtMs = "everyMs" in schedule ? nowMs : timetable.nextMs(nowMs);
    },
    clockSetBack(nowMs) {
      dueAtMs = Math.min(dueAtMs, timetable.nextMs(nowMs));
      notBeforeMs = Math.min(notBeforeMs, nowMs + timetable.periodMs(nowMs));
      goodSinceMs = Math.min(goodSinceMs, nowMs);
    },
  };
}

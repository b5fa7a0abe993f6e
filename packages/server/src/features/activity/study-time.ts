import type { StudyTime } from "./tally.ts";

/** A session whose time is to be laid out on days. */
export interface TimedSession {
  readonly userId: string;
  readonly createdAtMs: number;
  readonly lastEventAtMs: number;
  /** Time studied in all, as it was counted. */
  readonly durationMs: number;
  /** Moments of its answers, in ascending order. */
  readonly answeredAtMs: readonly number[];
}

/** A pause longer than this was no studying: it counts no more than this. */
const GAP_COUNTED_MAX_MS = 10 * 60_000;

/** How much of the time between two events of a session counts as studied. */
export function countedGapMs(fromMs: number, untilMs: number): number {
  return Math.min(Math.max(0, untilMs - fromMs), GAP_COUNTED_MAX_MS);
}

/**
 * Lays the time of a session out on its answers, so that it can be summed by day. Progress reports
 * leave no trace, hence what the answers cannot explain falls to the last event. The parts add up
 * to `durationMs`.
 */
export function studyTimesOf(session: TimedSession): StudyTime[] {
  const { userId, lastEventAtMs } = session;
  const times: StudyTime[] = [];
  let [left, beforeMs] = [session.durationMs, session.createdAtMs];
  for (const atMs of session.answeredAtMs) {
    const gapMs = Math.min(countedGapMs(beforeMs, atMs), left);
    times.push({ userId, atMs, ms: gapMs });
    left -= gapMs;
    beforeMs = Math.max(beforeMs, atMs);
  }
  return [...times, { userId, atMs: lastEventAtMs, ms: left }];
}

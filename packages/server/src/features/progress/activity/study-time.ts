import type { StudyTime } from "./tally.ts";

/** A session whose study time is distributed over days. */
export interface TimedSession {
  readonly userId: string;
  readonly createdAtMs: number;
  readonly lastEventAtMs: number;
  /** Total study time as counted. */
  readonly durationMs: number;
  /** Times of its answers, in ascending order. */
  readonly answeredAtMs: readonly number[];
}

/** Longer pauses count as this much. */
const GAP_COUNTED_MAX_MS = 10 * 60_000;

/** How much of the time between two events of a session counts as study time. */
function countedGapMs(fromMs: number, untilMs: number): number {
  return Math.min(Math.max(0, untilMs - fromMs), GAP_COUNTED_MAX_MS);
}

/** A pause between two events of a session that is longer than what counts. */
export type LongGap = readonly [fromMs: number, untilMs: number];

/** Long gaps remembered. Devices report up to half an hour late, and the outbox may add to that. */
const GAPS_KEPT = 8;

/** Data to compute a session's study time incrementally. */
export interface SessionTime {
  readonly lastEventAtMs: number;
  /** The last few, in ascending order. */
  readonly longGaps: readonly LongGap[];
}

/**
 * The session's time after one more event, and the study time this adds. An event reported late
 * adds time if it falls into a long gap, which it splits in two.
 */
export function countEvent(
  { lastEventAtMs, longGaps }: SessionTime,
  atMs: number,
): SessionTime & { readonly addedMs: number } {
  if (atMs >= lastEventAtMs) {
    const gap: LongGap = [lastEventAtMs, atMs];
    const gaps = isLong(gap) ? [...longGaps, gap].slice(-GAPS_KEPT) : longGaps;
    return { lastEventAtMs: atMs, longGaps: gaps, addedMs: countedGapMs(...gap) };
  }
  const index = longGaps.findIndex(([fromMs, untilMs]) => fromMs < atMs && atMs < untilMs);
  const gap = longGaps[index];
  if (gap === undefined) return { lastEventAtMs, longGaps, addedMs: 0 };
  const before: LongGap = [gap[0], atMs];
  const after: LongGap = [atMs, gap[1]];
  const gaps = longGaps.toSpliced(index, 1, ...[before, after].filter(isLong)).slice(-GAPS_KEPT);
  const addedMs = countedGapMs(...before) + countedGapMs(...after) - countedGapMs(...gap);
  return { lastEventAtMs, longGaps: gaps, addedMs };
}

function isLong([fromMs, untilMs]: LongGap): boolean {
  return untilMs - fromMs > GAP_COUNTED_MAX_MS;
}

/**
 * Distributes the time of a session over its answers, so that it can be summed by day. Progress
 * reports are not stored, so time not covered by answers is assigned to the last event. The parts
 * add up to `durationMs`.
 */
export function studyTimesOf(session: TimedSession): StudyTime[] {
  const { userId, lastEventAtMs } = session;
  const times: StudyTime[] = [];
  let [remainingMs, beforeMs] = [session.durationMs, session.createdAtMs];
  for (const atMs of session.answeredAtMs) {
    const gapMs = Math.min(countedGapMs(beforeMs, atMs), remainingMs);
    times.push({ userId, atMs, ms: gapMs });
    remainingMs -= gapMs;
    beforeMs = Math.max(beforeMs, atMs);
  }
  return [...times, { userId, atMs: lastEventAtMs, ms: remainingMs }];
}

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
function countedGapMs(fromMs: number, untilMs: number): number {
  return Math.min(Math.max(0, untilMs - fromMs), GAP_COUNTED_MAX_MS);
}

/** A pause between two events of a session that counts less than it lasted. */
export type LongGap = readonly [fromMs: number, untilMs: number];

/** Devices report half an hour late at most; answers that wait to be applied may come later. */
const GAPS_KEPT = 8;

/** What is known of the time of a session. */
export interface SessionTime {
  readonly lastEventAtMs: number;
  /** The last few, in their order. */
  readonly longGaps: readonly LongGap[];
}

/**
 * The time of a session after one more event, and what that adds. One that is told of late, behind
 * others, adds something where it falls into a long gap: it makes two shorter ones of it.
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
  const place = longGaps.findIndex(([fromMs, untilMs]) => fromMs < atMs && atMs < untilMs);
  const gap = longGaps[place];
  if (gap === undefined) return { lastEventAtMs, longGaps, addedMs: 0 };
  const before: LongGap = [gap[0], atMs];
  const after: LongGap = [atMs, gap[1]];
  const gaps = longGaps.toSpliced(place, 1, ...[before, after].filter(isLong)).slice(-GAPS_KEPT);
  const addedMs = countedGapMs(...before) + countedGapMs(...after) - countedGapMs(...gap);
  return { lastEventAtMs, longGaps: gaps, addedMs };
}

function isLong([fromMs, untilMs]: LongGap): boolean {
  return untilMs - fromMs > GAP_COUNTED_MAX_MS;
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

/**
 * A histogram of durations with buckets whose width grows with the duration, so that every
 * percentile is within 1 % of the exact one, for any distribution.
 */
export interface TimeHistogram {
  count: number;
  readonly buckets: Map<number, TimeBucket>;
}

/** Times in (GROWTH^(b − 1), GROWTH^b] milliseconds, for bucket number b. */
interface TimeBucket {
  count: number;
  /** Sum of all times in the bucket, milliseconds. */
  sumMs: number;
}

const GROWTH = 1.01;

/** Shorter times share a bucket. */
const SHORTEST_MS = 0.1;
/** Longer times count as a day. */
const LONGEST_MS = 86_400_000;

export function timeHistogram(): TimeHistogram {
  return { count: 0, buckets: new Map() };
}

/** @param ms  milliseconds, ≥ 0 */
export function addTime(histogram: TimeHistogram, ms: number): void {
  const timeMs = Math.min(LONGEST_MS, ms);
  const bucket = Math.ceil(Math.log(Math.max(SHORTEST_MS, timeMs)) / Math.log(GROWTH));
  addToBucket(histogram, bucket, 1, timeMs);
}

/**
 * The times that these shares of all times do not exceed (nearest rank), to a tenth of a
 * millisecond.
 *
 * Each is the mean of the bucket that contains the exact one. It is exact when all times in the
 * bucket are the same, and off by less than GROWTH − 1 = 1 % otherwise, because both lie in the
 * bucket. Source of the buckets: DDSketch, Masson, Rim and Lee, VLDB 2019, section 2.1.
 *
 * @param shares  in (0, 1], ascending
 * @returns       milliseconds, one for each share; none without any time
 */
export function percentilesMs(
  { count, buckets }: TimeHistogram,
  shares: readonly number[],
): number[] {
  const found: number[] = [];
  let passed = 0;
  for (const bucket of [...buckets.keys()].sort((a, b) => a - b)) {
    const entry = buckets.get(bucket) as TimeBucket;
    passed += entry.count;
    while (found.length < shares.length && passed >= Math.ceil(shares[found.length]! * count)) {
      found.push(Math.round((entry.sumMs / entry.count) * 10) / 10);
    }
    if (found.length === shares.length) break;
  }
  return found;
}

/** The buckets for storing: number, count, sum. */
export function toStored({ buckets }: TimeHistogram): [number, number, number][] {
  return [...buckets].map(([bucket, { count, sumMs }]) => [bucket, count, roundToMicros(sumMs)]);
}

/** Adds stored times. */
export function addStored(
  histogram: TimeHistogram,
  stored: readonly (readonly [number, number, number])[],
): void {
  for (const [bucket, count, sumMs] of stored) addToBucket(histogram, bucket, count, sumMs);
}

function addToBucket(histogram: TimeHistogram, bucket: number, count: number, sumMs: number): void {
  const entry = histogram.buckets.get(bucket);
  if (entry === undefined) histogram.buckets.set(bucket, { count, sumMs });
  else {
    entry.count += count;
    entry.sumMs += sumMs;
  }
  histogram.count += count;
}

/** Rounded to microseconds, to keep the JSON short. */
function roundToMicros(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

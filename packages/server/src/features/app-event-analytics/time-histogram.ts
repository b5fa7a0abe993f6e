/**
 * How long something took, many times: counts in buckets whose width grows with the time, so that
 * every percentile is within 1 % of the true one, whatever the times are.
 */
export interface TimeHistogram {
  count: number;
  readonly buckets: Map<number, TimeBucket>;
}

/** Times in (GROWTH^(b − 1), GROWTH^b] milliseconds, for bucket number b. */
export interface TimeBucket {
  count: number;
  /** Of all times in it, milliseconds. */
  sumMs: number;
}

const GROWTH = 1.01;

/** Shorter times share a bucket; nobody waits for them. */
const SHORTEST_MS = 0.1;
/** Longer ones are read as a day. */
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
 * Each is the mean of the bucket in which the true one lies: exact when the times in it are the
 * same, and off by less than GROWTH − 1 = 1 % otherwise, because both lie in the bucket. Source of
 * the buckets: DDSketch, Masson, Rim and Lee, VLDB 2019, section 2.1.
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
    const held = buckets.get(bucket) as TimeBucket;
    passed += held.count;
    while (found.length < shares.length && passed >= Math.ceil(shares[found.length]! * count)) {
      found.push(Math.round((held.sumMs / held.count) * 10) / 10);
    }
    if (found.length === shares.length) break;
  }
  return found;
}

/** The buckets as they are kept: number, count, sum. */
export function toStored({ buckets }: TimeHistogram): [number, number, number][] {
  return [...buckets].map(([bucket, { count, sumMs }]) => [bucket, count, toMicros(sumMs)]);
}

/** Adds times that were kept. */
export function addStored(
  histogram: TimeHistogram,
  stored: readonly (readonly [number, number, number])[],
): void {
  for (const [bucket, count, sumMs] of stored) addToBucket(histogram, bucket, count, sumMs);
}

function addToBucket(histogram: TimeHistogram, bucket: number, count: number, sumMs: number): void {
  const held = histogram.buckets.get(bucket);
  if (held === undefined) histogram.buckets.set(bucket, { count, sumMs });
  else {
    held.count += count;
    held.sumMs += sumMs;
  }
  histogram.count += count;
}

/** Enough digits, and short as text. */
function toMicros(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

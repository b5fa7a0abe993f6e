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
  addToBucket(histogram, bucket, { count: 1, sumMs: timeMs });
}

/** All times of all histograms. */
export function joinedTimes(histograms: readonly TimeHistogram[]): TimeHistogram {
  const all = timeHistogram();
  for (const { buckets } of histograms) {
    for (const [bucket, held] of buckets) addToBucket(all, bucket, held);
  }
  return all;
}

/**
 * The time that this share of all times does not exceed (nearest rank), to a tenth of a
 * millisecond.
 *
 * It is the mean of the bucket in which the true one lies: exact when the times in it are the same,
 * and off by less than GROWTH − 1 = 1 % otherwise, because both lie in the bucket. Source of the
 * buckets: DDSketch, Masson, Rim and Lee, VLDB 2019, section 2.1.
 *
 * @param share  in (0, 1]
 * @returns      milliseconds; undefined without any time
 */
export function percentileMs({ count, buckets }: TimeHistogram, share: number): number | undefined {
  let left = Math.ceil(share * count);
  for (const [, held] of [...buckets].toSorted(([a], [b]) => a - b)) {
    left -= held.count;
    if (left <= 0) return Math.round((held.sumMs / held.count) * 10) / 10;
  }
  return undefined;
}

/** The buckets as they are kept: number, count, sum. */
export function toStored({ buckets }: TimeHistogram): [number, number, number][] {
  return [...buckets].map(([bucket, { count, sumMs }]) => [bucket, count, toMicros(sumMs)]);
}

export function fromStored(stored: readonly (readonly [number, number, number])[]): TimeHistogram {
  const histogram = timeHistogram();
  for (const [bucket, count, sumMs] of stored) addToBucket(histogram, bucket, { count, sumMs });
  return histogram;
}

function addToBucket(histogram: TimeHistogram, bucket: number, more: TimeBucket): void {
  const held = histogram.buckets.get(bucket) ?? { count: 0, sumMs: 0 };
  held.count += more.count;
  held.sumMs += more.sumMs;
  histogram.buckets.set(bucket, held);
  histogram.count += more.count;
}

/** Enough digits, and short as text. */
function toMicros(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}

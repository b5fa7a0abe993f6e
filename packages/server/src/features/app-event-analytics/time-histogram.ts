/**
 * How long something took, many times: counts in buckets whose width grows with the time, so that
 * every percentile is within 1 % of the true one, whatever the times are.
 */
export interface TimeHistogram {
  count: number;
  /** Milliseconds; infinite while the count is 0. */
  minMs: number;
  maxMs: number;
  /** Count by bucket: bucket b holds times in (GROWTH^(b − 1), GROWTH^b] milliseconds. */
  readonly buckets: Map<number, number>;
}

/** Each bucket is that much wider than the one before: 2 % there is at most 1 % to the middle. */
const GROWTH = 1.02;

/** Shorter times are read as this; nobody waits for them. */
const SHORTEST_MS = 0.1;
/** Longer ones are read as a day. */
const LONGEST_MS = 86_400_000;

export function timeHistogram(): TimeHistogram {
  return { count: 0, minMs: Infinity, maxMs: -Infinity, buckets: new Map() };
}

/** @param ms  milliseconds, ≥ 0 */
export function addTime(histogram: TimeHistogram, ms: number): void {
  const timeMs = Math.min(LONGEST_MS, ms);
  const bucket = Math.ceil(Math.log(Math.max(SHORTEST_MS, timeMs)) / Math.log(GROWTH));
  histogram.count += 1;
  histogram.minMs = Math.min(histogram.minMs, timeMs);
  histogram.maxMs = Math.max(histogram.maxMs, timeMs);
  histogram.buckets.set(bucket, (histogram.buckets.get(bucket) ?? 0) + 1);
}

/** All times of all histograms. */
export function joinedTimes(histograms: readonly TimeHistogram[]): TimeHistogram {
  const all = timeHistogram();
  for (const { count, minMs, maxMs, buckets } of histograms) {
    all.count += count;
    all.minMs = Math.min(all.minMs, minMs);
    all.maxMs = Math.max(all.maxMs, maxMs);
    for (const [bucket, held] of buckets) {
      all.buckets.set(bucket, (all.buckets.get(bucket) ?? 0) + held);
    }
  }
  return all;
}

/**
 * The time that this share of all times does not exceed (nearest rank), to a tenth of a
 * millisecond.
 *
 * The middle of a bucket is 2·GROWTH^b ÷ (GROWTH + 1), which is off by at most
 * (GROWTH − 1) ÷ (GROWTH + 1) < 1 % of any time in it. Source: DDSketch, Masson, Rim and Lee, VLDB
 * 2019, section 2.1.
 *
 * @param share  in (0, 1]
 * @returns      milliseconds; undefined without any time
 */
export function percentileMs(histogram: TimeHistogram, share: number): number | undefined {
  if (histogram.count === 0) return undefined;
  let left = Math.ceil(share * histogram.count);
  for (const [bucket, held] of [...histogram.buckets].toSorted(([a], [b]) => a - b)) {
    left -= held;
    if (left > 0) continue;
    const middleMs = (2 * GROWTH ** bucket) / (GROWTH + 1);
    const withinMs = Math.min(histogram.maxMs, Math.max(histogram.minMs, middleMs));
    return Math.round(withinMs * 10) / 10;
  }
  return histogram.maxMs;
}

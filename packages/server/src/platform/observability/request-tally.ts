/** Buckets per doubling of the latency: the middle of a bucket is at most 9 % off. */
const PER_DOUBLING = 4;
const FIRST_MS = 0.25;
/** The last one holds everything above a minute. */
const BUCKETS = 73;

/** Requests and how long they took. */
export interface RequestTally {
  total: number;
  /** Refused with a 4xx. */
  errors4xx: number;
  /** Number of requests that failed with a 5xx, excluding refusals that an operator decided. */
  errors5xx: number;
  /** Requests per bucket of latency. */
  readonly latencies: Uint32Array;
}

/** As stored: total, errors4xx, errors5xx, then bucket and requests of each bucket in use. */
export type StoredTally = readonly number[];

export function emptyTally(): RequestTally {
  return { total: 0, errors4xx: 0, errors5xx: 0, latencies: new Uint32Array(BUCKETS) };
}

/** The bucket of a latency. Bounds grow by the fourth root of two from 0.25 ms. */
export function latencyBucket(ms: number): number {
  if (ms <= FIRST_MS) return 0;
  return Math.min(BUCKETS - 1, Math.ceil(Math.log2(ms / FIRST_MS) * PER_DOUBLING));
}

/** Counts one request. Runs several times per request, so it allocates nothing. */
export function countRequest(
  tally: RequestTally,
  bucket: number,
  status: number,
  deliberate: boolean,
): void {
  tally.total += 1;
  if (status >= 500) tally.errors5xx += deliberate ? 0 : 1;
  else if (status >= 400) tally.errors4xx += 1;
  tally.latencies[bucket] = (tally.latencies[bucket] ?? 0) + 1;
}

/**
 * The latency that this share of the requests did not exceed, in milliseconds; null if there are no
 * requests.
 *
 * @param share  0 to 1
 */
export function latencyAt({ total, latencies }: RequestTally, share: number): number | null {
  if (total === 0) return null;
  let left = Math.max(1, Math.ceil(total * share));
  const bucket = latencies.findIndex((requests) => (left -= requests) <= 0);
  // The middle of the bucket, by ratio.
  const ms = FIRST_MS * 2 ** ((bucket - 0.5) / PER_DOUBLING);
  return Math.round(ms * 100) / 100;
}

export function addTally(into: RequestTally, tally: RequestTally): void {
  into.total += tally.total;
  into.errors4xx += tally.errors4xx;
  into.errors5xx += tally.errors5xx;
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    into.latencies[bucket] = (into.latencies[bucket] ?? 0) + (tally.latencies[bucket] ?? 0);
  }
}

export function storedTally(tally: RequestTally): StoredTally {
  const stored = [tally.total, tally.errors4xx, tally.errors5xx];
  for (const [bucket, requests] of tally.latencies.entries()) {
    if (requests > 0) stored.push(bucket, requests);
  }
  return stored;
}

/** The same as `addTally`, for a stored tally. */
export function addStoredTally(into: RequestTally, stored: StoredTally): void {
  into.total += stored[0] ?? 0;
  into.errors4xx += stored[1] ?? 0;
  into.errors5xx += stored[2] ?? 0;
  for (let at = 3; at + 1 < stored.length; at += 2) {
    const bucket = Math.min(BUCKETS - 1, stored[at] ?? 0);
    into.latencies[bucket] = (into.latencies[bucket] ?? 0) + (stored[at + 1] ?? 0);
  }
}

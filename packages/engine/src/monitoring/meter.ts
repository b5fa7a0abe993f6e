/** Parts of the engine whose run time is measured. */
export const ALGORITHMS = [
  "heuristic",
  "ige",
  "swd",
  "ensemble",
  "mdm",
  "mastery",
  "interval",
  "selection",
  "rating",
  "head",
] as const;

export type Algorithm = (typeof ALGORITHMS)[number];

export interface AlgorithmStats {
  calls: number;
  totalUs: number;
  errors: number;
  p50Us: number;
  p95Us: number;
  p99Us: number;
}

/**
 * Counts calls and run time per algorithm. The engine has no clock, so the caller creates a meter
 * and passes it in; without one nothing is measured.
 */
export interface Meter {
  /** Starts the measurement of the next lap. */
  start(): void;
  /** Attributes the time since the start or the previous lap to an algorithm. */
  lap(algorithm: Algorithm): void;
  /** Counts a failure. Called by the service; the engine only throws. */
  fail(algorithm: Algorithm): void;
  read(): Record<Algorithm, AlgorithmStats>;
}

/** Ratio of adjacent bucket bounds: quantiles are accurate to about a quarter. */
const RATIO = 1.26;
const BUCKETS = 80;
const FIRST_US = 0.1;

interface Tally {
  calls: number;
  totalUs: number;
  errors: number;
  buckets: number[];
}

/**
 * Creates a meter.
 *
 * @param nowMs  a monotonic clock, ms with fractions
 */
export function createMeter(nowMs: () => number): Meter {
  const tallies = new Map<Algorithm, Tally>(ALGORITHMS.map((name) => [name, emptyTally()]));
  let sinceMs = 0;
  return {
    start() {
      sinceMs = nowMs();
    },
    lap(algorithm) {
      const endMs = nowMs();
      record(tallies.get(algorithm) as Tally, (endMs - sinceMs) * 1000);
      sinceMs = endMs;
    },
    fail(algorithm) {
      (tallies.get(algorithm) as Tally).errors++;
    },
    read() {
      const stats = ALGORITHMS.map((name) => [name, statsOf(tallies.get(name) as Tally)]);
      return Object.fromEntries(stats) as Record<Algorithm, AlgorithmStats>;
    },
  };
}

function emptyTally(): Tally {
  return { calls: 0, totalUs: 0, errors: 0, buckets: new Array<number>(BUCKETS).fill(0) };
}

function record(tally: Tally, us: number): void {
  const spent = Math.max(0, us);
  const index = Math.ceil(Math.log(Math.max(spent, FIRST_US) / FIRST_US) / Math.log(RATIO));
  const bucket = Math.min(Math.max(index, 0), BUCKETS - 1);
  tally.calls++;
  tally.totalUs += spent;
  tally.buckets[bucket] = (tally.buckets[bucket] as number) + 1;
}

function statsOf(tally: Tally): AlgorithmStats {
  return {
    calls: tally.calls,
    totalUs: tally.totalUs,
    errors: tally.errors,
    p50Us: quantile(tally, 0.5),
    p95Us: quantile(tally, 0.95),
    p99Us: quantile(tally, 0.99),
  };
}

/** Upper bound of the bucket that contains the quantile; 0 without calls. */
function quantile(tally: Tally, share: number): number {
  let left = share * tally.calls;
  for (const [i, count] of tally.buckets.entries()) {
    left -= count;
    if (count > 0 && left <= 1e-9) return FIRST_US * RATIO ** i;
  }
  return 0;
}

import type { Clock } from "../time/clock.ts";

/** The state of a window after a hit. */
export interface Hit {
  readonly count: number;
  readonly resetInMs: number;
}

/** Counts hits per bucket and key in fixed windows; the first hit starts a window. */
export interface RateLimitStore {
  /**
   * @param max  the limit: far below it, processes may learn of each other's hits late. Without it,
   * every hit is counted at once.
   */
  hit(bucket: string, key: string, windowMs: number, max?: number): Hit | Promise<Hit>;
  /** Gives a hit back while its window is open. The arguments are those of the hit. */
  giveBack(bucket: string, key: string, windowMs: number, max?: number): void | Promise<void>;
  /** Drops windows that have ended. @returns how many */
  sweep(): number;
}

interface Window {
  count: number;
  readonly endsAtMs: number;
}

/**
 * Maximum number of keys per bucket, 160 bytes each. Limits by address do not stop an attacker with
 * more addresses anyway.
 */
const KEYS_MAX = 25_000;

/** Counters of this process only. */
export function createMemoryStore(clock: Pick<Clock, "monotonicMs">): RateLimitStore {
  const buckets = new Map<string, Map<string, Window>>();
  return {
    hit(bucket, key, windowMs) {
      const nowMs = clock.monotonicMs();
      const windows = buckets.get(bucket) ?? new Map<string, Window>();
      buckets.set(bucket, windows);
      const window = windows.get(key);
      if (window !== undefined && window.endsAtMs > nowMs) {
        window.count += 1;
        return { count: window.count, resetInMs: window.endsAtMs - nowMs };
      }
      open(windows, key, nowMs + windowMs);
      return { count: 1, resetInMs: windowMs };
    },
    giveBack(bucket, key) {
      const window = buckets.get(bucket)?.get(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
    sweep() {
      const nowMs = clock.monotonicMs();
      return [...buckets.values()].reduce((sum, windows) => sum + dropEnded(windows, nowMs), 0);
    },
  };
}

/** All windows of a bucket have the same length, so the map stays ordered by their ends. */
function open(windows: Map<string, Window>, key: string, endsAtMs: number): void {
  windows.delete(key);
  if (windows.size >= KEYS_MAX) {
    const [oldest] = windows.keys();
    if (oldest !== undefined) windows.delete(oldest);
  }
  windows.set(key, { count: 1, endsAtMs });
}

function dropEnded(windows: Map<string, Window>, nowMs: number): number {
  let dropped = 0;
  for (const [key, window] of windows) {
    if (window.endsAtMs > nowMs) break;
    windows.delete(key);
    dropped += 1;
  }
  return dropped;
}

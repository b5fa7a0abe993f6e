/** The only place that reads the machine's clock. Tests put a clock of their own in its place. */
export interface Clock {
  /** Unix time in milliseconds. May jump when the machine's clock is set. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never goes back. For durations and deadlines. */
  monotonicMs(): number;
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  monotonicMs: () => performance.now(),
};

/** Wire form of a time. */
export function toTimestamp(ms: number): string {
  return new Date(ms).toISOString();
}

export function toTimestampOrNull(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms);
}

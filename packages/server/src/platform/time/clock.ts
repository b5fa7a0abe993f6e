/** The only place that reads the system clock. Tests use a clock of their own. */
export interface Clock {
  /** Unix time in milliseconds. May jump when the system clock is set. */
  nowMs(): number;
  /** Milliseconds since an arbitrary start; never decreases. For durations and deadlines. */
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

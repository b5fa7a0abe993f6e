import type { Clock } from "@wordloom/server/platform/time/clock";

/** A clock that only the test advances. */
export interface TestClock extends Clock {
  advance(ms: number): void;
  /** Sets the wall clock; the monotonic clock does not change. */
  setTo(timestamp: string): void;
}

const MIDDAY = "2026-05-01T12:00:00.000Z";

export function createTestClock(start: string = MIDDAY): TestClock {
  let nowMs = Date.parse(start);
  let monotonicMs = 1_000_000;
  return {
    nowMs: () => nowMs,
    monotonicMs: () => monotonicMs,
    advance(ms) {
      nowMs += ms;
      monotonicMs += ms;
    },
    setTo(timestamp) {
      nowMs = Date.parse(timestamp);
    },
  };
}

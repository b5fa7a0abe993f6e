/** Retries after failures, with growing random pauses. */
export interface Retries {
  /** Schedules a retry and cancels any earlier one. */
  later(retryAfterMs: number | undefined): void;
  /** Resets the pause after a success, or when there is a new reason to try. */
  reset(): void;
}

interface RetryNeeds {
  readonly run: () => void;
  readonly after: (ms: number, run: () => void) => () => void;
  /** 0 to below 1. */
  readonly random: () => number;
}

const FIRST_MS = 2_000;
const LAST_MS = 120_000;
/** The service may ask for any pause, but a learner should not wait for days. */
const ASKED_MAX_MS = 15 * 60_000;

/** Doubling pauses, half of each random, so that many browsers do not return at once. */
export function createRetries({ run, after, random }: RetryNeeds): Retries {
  let failures = 0;
  let cancel = () => {};
  return {
    later(retryAfterMs = 0) {
      const pauseMs = Math.min(LAST_MS, FIRST_MS * 2 ** failures);
      failures += 1;
      const ownMs = pauseMs / 2 + (pauseMs / 2) * random();
      const askedMs = Math.min(ASKED_MAX_MS, retryAfterMs) * (1 + random() / 10);
      cancel();
      cancel = after(Math.max(ownMs, askedMs), run);
    },
    reset() {
      failures = 0;
      cancel();
    },
  };
}

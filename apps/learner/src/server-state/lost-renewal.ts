import { observable, type Observable } from "@wordloom/web/state";

/** A renewal whose reply was lost: the service repeats it after a while. */
export interface LostRenewal {
  /** When it may be retried, on the monotonic clock; 0: none was lost. */
  readonly untilMs: Observable<number>;
  readonly isTooEarly: () => boolean;
  readonly waitFor: (waitMs: number) => void;
  /** Ends the wait: there is a token, or nobody is signed in. */
  readonly end: () => void;
}

/** The monotonic clock and its timer; other ones in tests. */
const pageClock = {
  nowMs: () => performance.now(),
  later: (act: () => void, waitMs: number): unknown => setTimeout(act, waitMs),
};

/**
 * The wall clock does not count, because it can be set back meanwhile.
 * @param again  called once at the end of a wait, never too early
 */
export function createLostRenewal(again: () => void, clock = pageClock): LostRenewal {
  const untilMs = observable(0);
  const leftMs = () => untilMs.get() - clock.nowMs();
  const follow = (untilAtStart: number) => {
    // Ended, or followed by a later wait, which has a timer of its own.
    if (untilMs.get() !== untilAtStart) return;
    // Timers may fire a little early.
    if (leftMs() > 0) clock.later(() => follow(untilAtStart), Math.ceil(leftMs()));
    else again();
  };
  return {
    untilMs,
    isTooEarly: () => leftMs() > 0,
    waitFor(waitMs) {
      const until = clock.nowMs() + waitMs;
      untilMs.set(until);
      clock.later(() => follow(until), waitMs);
    },
    end: () => untilMs.set(0),
  };
}

import type { Clock } from "./clock.ts";
import { everyByTimer, type Every } from "./every.ts";

const LOOK_EVERY_MS = 1_000;

/** Watches work that may take long but must make progress. */
export interface StallWatch {
  /** Aborted when there was no progress for too long. */
  readonly signal: AbortSignal;
  /** Reports progress. */
  moves(): void;
  stop(): void;
}

/** @param stalledMs  time without progress after which the work is given up */
export function watchStall(
  stalledMs: number,
  clock: Pick<Clock, "monotonicMs">,
  every: Every = everyByTimer,
): StallWatch {
  const controller = new AbortController();
  let movedMs = clock.monotonicMs();
  const stop = every(LOOK_EVERY_MS, () => {
    if (clock.monotonicMs() - movedMs < stalledMs) return;
    controller.abort(new Error(`it has not moved for ${stalledMs / 1_000} s`));
  });
  return {
    signal: controller.signal,
    moves: () => void (movedMs = clock.monotonicMs()),
    stop,
  };
}

import type { Clock } from "./clock.ts";
import { everyByTimer, type Every } from "./every.ts";

const LOOK_EVERY_MS = 1_000;

/** Watches work that may take long, but has to move. */
export interface StallWatch {
  /** Aborted when nothing has moved for too long. */
  readonly signal: AbortSignal;
  /** Something moved. */
  moves(): void;
  stop(): void;
}

/** @param stalledMs  without progress for so long, the work is given up */
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

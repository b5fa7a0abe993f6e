import type { Clock } from "../time/clock.ts";
import { everyByTimer, type Every } from "../time/every.ts";
import { UpdateFailure } from "./update-failure.ts";

/** Without bytes, entries or pages for this long, a phase has failed. */
const STALLED_MS = 300_000;
const PHASE_MAX_MS = 1_800_000;
const LOOK_EVERY_MS = 1_000;

/** The time limits of the current phase. */
export interface PhaseWatch {
  readonly signal: AbortSignal;
  /** Reports progress. */
  progress(): void;
  stop(): void;
}

/**
 * Watches a phase: its signal is aborted after five minutes without progress, or after thirty in
 * total.
 */
export function watchPhase(
  phase: string,
  clock: Pick<Clock, "monotonicMs">,
  every: Every = everyByTimer,
): PhaseWatch {
  const controller = new AbortController();
  const startedMs = clock.monotonicMs();
  let movedMs = startedMs;
  const stop = every(LOOK_EVERY_MS, () => {
    const nowMs = clock.monotonicMs();
    const isStalled = nowMs - movedMs >= STALLED_MS;
    if (!isStalled && nowMs - startedMs < PHASE_MAX_MS) return;
    const timeout_secs = (isStalled ? STALLED_MS : PHASE_MAX_MS) / 1_000;
    const text = JSON.stringify({ phase, timeout_secs });
    controller.abort(new UpdateFailure("PhaseTimeout", text));
  });
  return {
    signal: controller.signal,
    progress: () => void (movedMs = clock.monotonicMs()),
    stop,
  };
}

/**
 * The result of work that may ignore the signal; the caller does not wait for it after an abort.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason as Error);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
    work.catch(() => undefined);
    promise.catch(() => undefined);
  }
}

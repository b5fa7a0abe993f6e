import { performance } from "node:perf_hooks";
import { yieldToRequests } from "./yield-to-requests.ts";

const AT_ONCE = 1_000;

/**
 * Removes old rows in batches, so that no statement blocks others for long, and lets requests run
 * in between.
 *
 * @param removeSome  removes at most `limit` rows and returns the number removed
 * @param signal      stops it between two steps
 * @returns number of rows removed
 */
export async function removeInSteps(
  removeSome: (limit: number) => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const startedMs = performance.now();
    const some = await removeSome(AT_ONCE);
    removed += some;
    if (some < AT_ONCE) return removed;
    await yieldToRequests(performance.now() - startedMs);
  }
}

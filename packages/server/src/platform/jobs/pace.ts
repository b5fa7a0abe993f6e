import { performance } from "node:perf_hooks";
import { yieldToRequests } from "./yield-to-requests.ts";

/** No request waits much longer than this for work that is done in steps. */
const STEP_MS = 10;

/**
 * For long work on the event loop: to be awaited after every small step. From time to time it lets
 * requests run first.
 */
export function createPace(): () => Promise<void> {
  let sinceMs = performance.now();
  return async () => {
    const spentMs = performance.now() - sinceMs;
    if (spentMs < STEP_MS) return;
    await yieldToRequests(spentMs);
    sinceMs = performance.now();
  };
}

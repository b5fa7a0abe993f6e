import { performance } from "node:perf_hooks";
import { yieldToRequests } from "./yield-to-requests.ts";

/** Other requests wait about this long, and for one more step, while a long one is served. */
const STEP_MS = 15;

/**
 * For a request that works for long on the event loop: to be awaited after every small step. From
 * time to time it lets other requests run first. Time in which the loop was idle, because a step
 * waited for the database, does not count.
 */
export function createPace(): () => Promise<void> {
  let since = performance.eventLoopUtilization();
  return async () => {
    const spentMs = performance.eventLoopUtilization(since).active;
    if (spentMs < STEP_MS) return;
    await yieldToRequests(spentMs, "request");
    since = performance.eventLoopUtilization();
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Deps } from "../../deps.ts";

/** While requests keep coming, background work gets one part in this many of the time. */
const SHARE_OF_TIME = 10;

const LOOK_EVERY_MS = 1;

/**
 * Lets requests go first: waits until none is being answered, but no longer than keeps background
 * work at its share of the time.
 *
 * @param spentMs  what the last piece of work took
 */
export async function giveWay(
  needs: Pick<Deps, "clock"> & { readonly metrics: Pick<Deps["metrics"], "inflightNow"> },
  spentMs: number,
): Promise<void> {
  const untilMs = needs.clock.monotonicMs() + spentMs * (SHARE_OF_TIME - 1);
  // What arrived while we worked has not been read yet: one turn brings it in.
  await new Promise<void>((resolve) => setImmediate(resolve));
  while (needs.metrics.inflightNow() > 0 && needs.clock.monotonicMs() < untilMs) {
    await pause(LOOK_EVERY_MS);
  }
}

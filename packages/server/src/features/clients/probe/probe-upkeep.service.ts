import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { closeOverdue, listBatchesBefore, removeBatches, removeRequestsOf } from "./probe.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Batches removed per transaction. A batch may have thousands of requests. */
const BATCHES_PER_TRANSACTION = 10;

/** Closes requests that were not answered or confirmed in time. @returns number of requests */
export async function sweepProbes(needs: Pick<Needs, "clock" | "database">): Promise<number> {
  return closeOverdue(needs.database, needs.clock.nowMs());
}

/** Removes batches older than the retention period. @returns number of batches */
export async function removeOldProbes(needs: Needs, signal: AbortSignal): Promise<number> {
  const beforeMs = needs.clock.nowMs() - needs.settings.PROBE_RETENTION_DAYS * DAY_MS;
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const startMs = needs.clock.monotonicMs();
    const ids = await listBatchesBefore(needs.database, beforeMs, BATCHES_PER_TRANSACTION);
    if (ids.length === 0) return removed;
    await transact(needs.database, async (tx) => {
      await removeRequestsOf(tx, ids);
      await removeBatches(tx, ids);
    });
    removed += ids.length;
    await yieldToRequests(needs.clock.monotonicMs() - startMs);
  }
}

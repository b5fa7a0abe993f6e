import type { Deps } from "../../../deps.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { closeOverdue, listBatchesBefore, removeBatches, removeRequestsOf } from "./probe.repo.ts";
import { CONFIRM_MS } from "./probe-results.service.ts";
import { dueAtMs } from "./probe.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** Batches removed per transaction. A batch may have thousands of requests. */
const BATCHES_PER_TRANSACTION = 10;

/** Closes requests that were not answered or confirmed in time. @returns number of requests */
export async function sweepProbes({ clock, database, settings }: Needs): Promise<number> {
  const nowMs = clock.nowMs();
  const longestMs = Math.max(CONFIRM_MS, dueAtMs(0, settings.PROBE_MAX_TIMEOUT_MS));
  return closeOverdue(database, nowMs, latestStoredMs(nowMs, longestMs));
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

import type { Deps } from "../../deps.ts";
import { transact } from "../../platform/database/transaction.ts";
import { DAY_MS } from "../../platform/durations.ts";
import { giveUpOverdue, listBatchesBefore, removeBatches, removeRequestsOf } from "./probe.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "settings">;

/** A batch may have thousands of requests. */
const REMOVED_AT_ONCE = 10;

/** Gives up scripts that were not answered or confirmed in time. @returns how many */
export async function sweepProbes(needs: Pick<Needs, "clock" | "database">): Promise<number> {
  return giveUpOverdue(needs.database, needs.clock.nowMs());
}

/** Removes batches that have been kept for as long as the operator wants. @returns how many */
export async function removeOldProbes(needs: Needs, signal: AbortSignal): Promise<number> {
  const beforeMs = needs.clock.nowMs() - needs.settings.PROBE_RETENTION_DAYS * DAY_MS;
  let removed = 0;
  for (;;) {
    signal.throwIfAborted();
    const ids = await listBatchesBefore(needs.database, beforeMs, REMOVED_AT_ONCE);
    if (ids.length === 0) return removed;
    await transact(needs.database, async (tx) => {
      await removeRequestsOf(tx, ids);
      await removeBatches(tx, ids);
    });
    removed += ids.length;
  }
}

import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { MINUTE_MS } from "../../../platform/time/durations.ts";
import { BROADCAST_WORKER, deliverDue } from "./broadcast-delivery.service.ts";
import { keepReadCounts } from "./broadcast-statistics.service.ts";

/** Sends due broadcasts, and the rest of those whose sender has died or failed. */
export const scheduledBroadcast: Worker = {
  name: BROADCAST_WORKER,
  schedule: { everyMs: MINUTE_MS },
  async run(deps, signal) {
    await deliverDue(deps, { mayContinue: () => !signal.aborted, rest: yieldToRequests });
    await keepReadCounts(deps);
  },
};

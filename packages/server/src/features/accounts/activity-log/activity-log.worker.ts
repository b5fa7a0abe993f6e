import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeOldActions } from "./activity-log.service.ts";

/** Removes actions older than 180 days. */
export const activityLogCleanup: Worker = {
  name: "activity_log_cleanup",
  schedule: { cron: "35 2 * * *" },
  async run(deps, signal) {
    const removed = await removeOldActions(deps, signal);
    deps.log.info({ removed }, "old learner actions removed");
  },
};

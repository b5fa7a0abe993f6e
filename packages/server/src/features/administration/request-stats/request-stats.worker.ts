import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeOldStats, storeRequests } from "./store-requests.service.ts";

/** Each process stores its requests once a minute is over. */
export const requestStatsFlush: Worker = {
  name: "request_stats_flush",
  schedule: { cron: "* * * * *" },
  everywhere: true,
  atStop: true,
  run: (deps) => storeRequests(deps),
};

export const requestStatsCleanup: Worker = {
  name: "request_stats_cleanup",
  schedule: { cron: "20 * * * *" },
  run: (deps, signal) => removeOldStats(deps, signal),
};

import type { Worker } from "../../platform/jobs/worker.ts";
import { verifyLastDay } from "./activity-audit.service.ts";

/** The totals are kept up with every answer; at night they are held against the records. */
export const dailyAggregation: Worker = {
  name: "daily_aggregation",
  schedule: { cron: "0 1 * * *" },
  async run(deps, signal) {
    const { looked, repaired } = await verifyLastDay(deps, signal);
    deps.log.info({ looked, repaired }, "daily totals verified");
  },
};

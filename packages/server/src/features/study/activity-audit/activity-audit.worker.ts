import type { Worker } from "../../../platform/jobs/worker.ts";
import { verifyLastDay } from "./activity-audit.service.ts";

/** Every answer updates the totals. At night they are verified against the records. */
export const dailyAggregation: Worker = {
  name: "daily_aggregation",
  schedule: { cron: "0 1 * * *" },
  async run(deps, signal) {
    const { checked, repaired } = await verifyLastDay(deps, signal);
    deps.log.info({ looked: checked, repaired }, "daily totals verified");
  },
};

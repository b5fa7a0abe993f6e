import type { Feature } from "../../../feature.ts";
import { dailyAggregation } from "./activity-audit.worker.ts";

/** The nightly check of the daily totals against the records, and their repair. */
export const activityAuditFeature: Feature = {
  name: "activity-audit",
  workers: [dailyAggregation],
  reads: ["daily_activity", "imported_activity", "records", "users"],
};

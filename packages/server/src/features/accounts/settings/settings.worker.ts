import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { followMaintenance } from "./maintenance.service.ts";

/**
 * Synchronizes the settings of several processes, even without Redis: maintenance mode and the rate
 * limits, which requests do not read. Other settings are reread within a second.
 */
export const maintenanceFollower: Worker = {
  name: "maintenance_follow",
  schedule: { everyMs: 3_000 },
  everywhere: true,
  enabled: ({ database }) => dialectOf(database) === "postgres",
  run: (deps) => followMaintenance(deps),
};

import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { followMaintenance } from "./maintenance.service.ts";

/** Keeps the maintenance mode of several processes in step, even without Redis. */
export const maintenanceFollower: Worker = {
  name: "maintenance_follow",
  schedule: { everyMs: 5_000 },
  everywhere: true,
  enabled: ({ database }) => dialectOf(database) === "postgres",
  run: (deps) => followMaintenance(deps),
};

import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import type { Worker } from "../../platform/jobs/worker.ts";
import { followMaintenance } from "./maintenance.service.ts";

/** Several processes close and open for learners together, even while Redis is away. */
export const maintenanceFollower: Worker = {
  name: "maintenance_follow",
  schedule: { everyMs: 5_000 },
  everywhere: true,
  enabled: ({ database }) => dialectOf(database) === "postgres",
  run: (deps) => followMaintenance(deps),
};

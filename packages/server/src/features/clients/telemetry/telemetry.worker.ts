import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeOldTelemetry } from "./telemetry.service.ts";

/** Removes telemetry after the retention period. */
export const telemetryCleanup: Worker = {
  name: "telemetry_cleanup",
  schedule: { cron: "0 2 * * *" },
  async run(deps, signal) {
    const removed = await removeOldTelemetry(deps, signal);
    deps.log.info({ removed }, "old telemetry removed");
  },
};

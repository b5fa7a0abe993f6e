import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeOldAppEvents } from "./app-events.service.ts";

/** Removes app events past their retention time, five minutes after other telemetry. */
export const appEventCleanup: Worker = {
  name: "app_event_cleanup",
  schedule: { cron: "5 2 * * *" },
  async run(deps, signal) {
    const removed = await removeOldAppEvents(deps, signal);
    deps.log.info({ removed }, "old app events removed");
  },
};

import type { Worker } from "../../../platform/jobs/worker.ts";
import { rollUpDays } from "./event-rollup.service.ts";
import { tallyEvents } from "./event-tally.service.ts";

/** Adds new events to the daily totals. */
export const appEventTally: Worker = {
  name: "app_event_tally",
  schedule: { everyMs: 10_000 },
  async run(deps, signal) {
    await tallyEvents(deps, signal);
  },
};

/** Recomputes the totals of the latest days. */
export const appEventRollup: Worker = {
  name: "app_event_rollup",
  schedule: { cron: "10 1 * * *" },
  async run(deps, signal) {
    await tallyEvents(deps, signal);
    const days = await rollUpDays(deps, signal);
    deps.log.info({ days }, "app event totals recomputed");
  },
};

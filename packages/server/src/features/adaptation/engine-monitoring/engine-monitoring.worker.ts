import { compact } from "../../../platform/jobs/compact.ts";
import type { Worker } from "../../../platform/jobs/worker.ts";
import { flushCounters } from "./engine-counters.service.ts";
import { flushDecisions, removeOldEvents } from "./engine-events.service.ts";

/** Writes the engine decisions queued by this process. */
export const engineEvents: Worker = {
  name: "engine_events",
  schedule: { everyMs: 2_000 },
  everywhere: true,
  atStop: true,
  enabled: ({ settings }) => settings.ENABLE_ENGINE_MONITORING_WORKER,
  async run(deps) {
    await flushDecisions(deps);
  },
};

/** Writes this process's counts and timings of the engine's algorithms. */
export const metricsFlush: Worker = {
  name: "metrics_flush",
  schedule: { everyMs: 300_000 },
  everywhere: true,
  atStop: true,
  run: (deps) => flushCounters(deps),
};

export const monitoringRetention: Worker = {
  name: "monitoring_retention",
  schedule: { cron: "0 3 1 * *" },
  async run(deps, signal) {
    const removed = await removeOldEvents(deps, signal);
    deps.log.info({ removed }, "old monitoring events removed");
    await compact(deps.database, "engine_events", signal);
  },
};

import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeOldProbes, sweepProbes } from "./probe-upkeep.service.ts";

/** Times out probes that no device answered and confirmations that were not given. */
export const probeSweeper: Worker = {
  name: "probe_sweeper",
  schedule: { everyMs: 10_000 },
  async run(deps) {
    const timedOut = await sweepProbes(deps);
    if (timedOut > 0) deps.log.debug({ givenUp: timedOut }, "probes timed out");
  },
};

export const probeCleanup: Worker = {
  name: "probe_cleanup",
  schedule: { cron: "10 2 * * *" },
  async run(deps, signal) {
    const removed = await removeOldProbes(deps, signal);
    deps.log.info({ removed }, "old probes removed");
  },
};

import type { Worker } from "../../../platform/jobs/worker.ts";
import { flushArmStats } from "./arm-stats.service.ts";
import { superviseCanary } from "./canary.service.ts";
import { followTrials } from "./trials-in-force.service.ts";

/** Every process follows the active canary and experiment, no matter which process started them. */
export const engineTrials: Worker = {
  name: "engine_trials",
  schedule: { everyMs: 1_000 },
  everywhere: true,
  run: (deps) => followTrials(deps),
};

/** Writes this process's counts for the arms of a canary. */
export const canaryCounts: Worker = {
  name: "canary_counts",
  schedule: { everyMs: 30_000 },
  everywhere: true,
  atStop: true,
  run: (deps) => flushArmStats(deps),
};

/** Rolls back a canary that harms learning. */
export const canaryMonitor: Worker = {
  name: "canary_monitor",
  schedule: { everyMs: 300_000 },
  async run(deps) {
    await superviseCanary(deps);
  },
};

import type { Worker } from "../../platform/jobs/worker.ts";
import { flushArmStats } from "./arm-stats.service.ts";
import { superviseCanary } from "./canary.service.ts";
import { followTrials } from "./trials-in-force.service.ts";

/** Every process serves the canary and the experiment there are, wherever they were started. */
export const engineTrials: Worker = {
  name: "engine_trials",
  schedule: { everyMs: 1_000 },
  everywhere: true,
  run: (deps) => followTrials(deps),
};

/** Writes what this process counted for the sides of a canary. */
export const canaryCounts: Worker = {
  name: "canary_counts",
  schedule: { everyMs: 30_000 },
  everywhere: true,
  atStop: true,
  run: (deps) => flushArmStats(deps),
};

/** Stops a canary that does learners no good. */
export const canaryMonitor: Worker = {
  name: "canary_monitor",
  schedule: { everyMs: 300_000 },
  async run(deps) {
    await superviseCanary(deps);
  },
};

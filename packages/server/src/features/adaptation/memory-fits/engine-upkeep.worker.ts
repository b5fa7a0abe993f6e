import type { Worker } from "../../../platform/jobs/worker.ts";
import { removeOldEventIds } from "../amas/amas-events.service.ts";
import { solveLearnersPolicies } from "./missing-policies.service.ts";
import { maintainIdleLearners } from "./engine-upkeep.service.ts";

/** Daily maintenance of learners' engine states. */
export const algorithmOptimization: Worker = {
  name: "algorithm_optimization",
  schedule: { cron: "0 0 * * *" },
  runMaxMs: 30 * 60_000,
  async run(deps, signal) {
    const rested = await maintainIdleLearners(deps, signal);
    const solved = await solveLearnersPolicies(deps, signal);
    deps.log.info({ rested, solved }, "engine upkeep done");
  },
};

/** Deletes the ids of engine events that no client repeats any more. */
export const eventIdCleanup: Worker = {
  name: "event_id_cleanup",
  schedule: { cron: "50 2 * * *" },
  async run(deps, signal) {
    const removed = await removeOldEventIds(deps, signal);
    deps.log.debug({ removed }, "used event ids removed");
  },
};

import type { Worker } from "../../platform/jobs/worker.ts";
import { solveLearnersPolicies } from "../memory-fits/missing-policies.service.ts";
import { restIdleLearners } from "./engine-upkeep.service.ts";

/** What the engine's knowledge of learners needs once a day. */
export const algorithmOptimization: Worker = {
  name: "algorithm_optimization",
  schedule: { cron: "0 0 * * *" },
  async run(deps, signal) {
    const rested = await restIdleLearners(deps, signal);
    const solved = await solveLearnersPolicies(deps, signal);
    deps.log.info({ rested, solved }, "engine upkeep done");
  },
};

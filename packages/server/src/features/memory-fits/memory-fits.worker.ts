import type { Worker } from "../../platform/jobs/worker.ts";
import { runNextFit } from "./memory-fits.service.ts";
import { solveCommonPolicies } from "./missing-policies.service.ts";

/**
 * Fits learners' memories one after the other, as many as there are; before that, where optimal
 * intervals were switched on or changed, solves them for all who have no weights of their own.
 */
export const memoryFit: Worker = {
  name: "memory_fit",
  schedule: { everyMs: 60_000 },
  async run(deps, signal) {
    await solveCommonPolicies(deps, signal);
    while (!signal.aborted && (await runNextFit(deps, signal)));
  },
};

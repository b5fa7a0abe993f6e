import type { Worker } from "../../../platform/jobs/worker.ts";
import { runNextFit } from "./memory-fits.service.ts";
import { solveCommonPolicies } from "./missing-policies.service.ts";

/**
 * Fits the memory of every learner who is due; on PostgreSQL every process takes its share. Before
 * that, if optimal intervals were switched on or changed, solves them for learners without weights
 * of their own: rarely, in a second or so, and to the same result in each process.
 */
export const memoryFit: Worker = {
  name: "memory_fit",
  schedule: { everyMs: 60_000 },
  divided: true,
  async run(deps, signal, moves) {
    await solveCommonPolicies(deps, signal);
    while (!signal.aborted && (await runNextFit(deps, signal))) moves?.();
  },
};

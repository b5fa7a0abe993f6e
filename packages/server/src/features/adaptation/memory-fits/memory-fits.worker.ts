import type { Worker } from "../../../platform/jobs/worker.ts";
import { runNextFit } from "./memory-fits.service.ts";
import { solveCommonPolicies } from "./missing-policies.service.ts";

/**
 * Fits the memory of every learner who is due. On PostgreSQL every process takes its share. Before
 * that, if optimal intervals were enabled or changed, solves them for learners without personal
 * weights: rarely, in about a second, and with the same result in each process.
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

import type { Jobs } from "../../platform/jobs/jobs.ts";

/** Workers that never run, for code under test that only wakes them or asks about them. */
export const idleJobs: Jobs = {
  started: true,
  wake: () => {},
  missedWorkers: () => [],
  missedEverywhere: async () => [],
  requestRun: async () => "unknown",
  status: async () => [],
};

import type { Worker } from "../../platform/jobs/worker.ts";
import { settleDueBatches } from "./batch-credit.service.ts";

/** Rewards that depend on a later recall, or on a learner who went away without a word. */
export const delayedReward: Worker = {
  name: "delayed_reward",
  schedule: { everyMs: 300_000 },
  async run(deps, signal) {
    await settleDueBatches(deps, signal);
  },
};

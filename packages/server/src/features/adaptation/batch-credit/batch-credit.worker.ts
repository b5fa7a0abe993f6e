import type { Worker } from "../../../platform/jobs/worker.ts";
import { settleDueBatches } from "./batch-credit.service.ts";

/** Rewards that depend on later reviews, or on sessions that were never completed. */
export const delayedReward: Worker = {
  name: "delayed_reward",
  schedule: { everyMs: 300_000 },
  divided: true,
  async run(deps, signal, moves) {
    await settleDueBatches(deps, signal, moves);
  },
};

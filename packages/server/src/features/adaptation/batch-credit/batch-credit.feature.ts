import type { Feature } from "../../../feature.ts";
import { delayedReward } from "./batch-credit.worker.ts";

/** Rewards that depend on a later review. */
export const batchCreditFeature: Feature = {
  name: "batch-credit",
  workers: [delayedReward],
  reads: ["engine_states"],
};

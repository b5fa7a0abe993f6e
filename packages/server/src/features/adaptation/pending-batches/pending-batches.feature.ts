import type { Feature } from "../../../feature.ts";

/** Batches that were handed out and wait for their reward. */
export const pendingBatchesFeature: Feature = {
  name: "pending-batches",
};

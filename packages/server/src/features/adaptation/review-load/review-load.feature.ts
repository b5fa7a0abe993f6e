import type { Feature } from "../../../feature.ts";

/** Reviews due on each day, for balancing due dates. */
export const reviewLoadFeature: Feature = {
  name: "review-load",
  reads: ["word_states"],
};

import type { Feature } from "../../../feature.ts";

/** Calls of the language model within the limit that administrators set for a month. */
export const modelCallsFeature: Feature = {
  name: "model-calls",
  owns: ["advisor_budget_alerts"],
};

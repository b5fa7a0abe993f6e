import type { Feature } from "../../../feature.ts";

/** Optimal review intervals, computed for each learner. */
export const intervalPoliciesFeature: Feature = {
  name: "interval-policies",
  owns: ["engine_policies"],
  personalTables: [{ table: "engine_policies", column: "user_id" }],
};

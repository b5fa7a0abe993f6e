import type { Feature } from "../../../feature.ts";

/** Learners who wait for a fit of their memory weights. */
export const fitRequestsFeature: Feature = {
  name: "fit-requests",
  owns: ["engine_fits"],
  personalTables: [{ table: "engine_fits", column: "user_id" }],
};

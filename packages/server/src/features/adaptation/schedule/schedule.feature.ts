import type { Feature } from "../../../feature.ts";

/** Due dates: reviews due per day, goals, optimal intervals, and learners waiting for a fit. */
export const scheduleFeature: Feature = {
  name: "schedule",
  owns: ["engine_fits", "learner_goals", "engine_policies"],
  reads: ["word_states"],
  personalTables: [
    { table: "engine_fits", column: "user_id" },
    { table: "learner_goals", column: "user_id" },
    { table: "engine_policies", column: "user_id" },
  ],
};

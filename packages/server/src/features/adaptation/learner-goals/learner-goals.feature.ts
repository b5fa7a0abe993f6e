import type { Feature } from "../../../feature.ts";

/** What learners want of the schedule. */
export const learnerGoalsFeature: Feature = {
  name: "learner-goals",
  owns: ["learner_goals"],
  personalTables: [{ table: "learner_goals", column: "user_id" }],
};

import type { Feature } from "../../../feature.ts";
import { activityRoutes } from "./activity.routes.ts";
import { userStatsRoutes } from "./user-stats.routes.ts";

/** Daily totals, study time and streaks; a learner's totals. */
export const activityFeature: Feature = {
  name: "activity",
  routes: [activityRoutes, userStatsRoutes],
  owns: ["daily_activity", "imported_activity"],
  reads: ["learning_sessions", "records"],
  personalTables: [
    { table: "daily_activity", column: "user_id" },
    { table: "imported_activity", column: "user_id" },
  ],
};

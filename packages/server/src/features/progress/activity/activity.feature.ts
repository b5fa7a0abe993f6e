import type { Feature } from "../../../feature.ts";
import { activityRoutes } from "./activity.routes.ts";

/** Daily totals, study time and streaks. */
export const activityFeature: Feature = {
  name: "activity",
  routes: [activityRoutes],
  owns: ["daily_activity"],
  personalTables: [{ table: "daily_activity", column: "user_id" }],
  reads: ["learning_sessions", "records"],
};

import type { Feature } from "../../../feature.ts";
import { analyticsAdminRoutes } from "./analytics-admin.routes.ts";

/**
 * Activity of all learners together, by day, hour, wordbook and week, with slow reports computed
 * ahead.
 */
export const analyticsAdminFeature: Feature = {
  name: "analytics-admin",
  routes: [analyticsAdminRoutes],
  owns: ["report_snapshots"],
  reads: [
    "daily_activity",
    "learning_sessions",
    "preferences",
    "records",
    "users",
    "word_states",
    "wordbook_words",
    "wordbooks",
    "words",
  ],
};

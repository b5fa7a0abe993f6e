import type { Feature } from "../../../feature.ts";
import { adminAnalyticsRoutes } from "./admin-analytics.routes.ts";

/** What all learners together did, by day, hour, wordbook and week of registration. */
export const adminAnalyticsFeature: Feature = {
  name: "admin-analytics",
  routes: [adminAnalyticsRoutes],
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

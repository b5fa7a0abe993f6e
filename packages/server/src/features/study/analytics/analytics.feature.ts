import type { Feature } from "../../../feature.ts";
import { analyticsRoutes } from "./analytics.routes.ts";

/** Dashboards, statistics, recall and forgetting risk of a learner. */
export const analyticsFeature: Feature = {
  name: "analytics",
  routes: [analyticsRoutes],
  reads: ["learning_sessions", "records", "word_states"],
};

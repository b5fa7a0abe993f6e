import type { Feature } from "../../../feature.ts";
import { userStatsRoutes } from "./user-stats.routes.ts";

/** Totals of a learner. */
export const userStatsFeature: Feature = {
  name: "user-stats",
  routes: [userStatsRoutes],
  reads: ["learning_sessions"],
};

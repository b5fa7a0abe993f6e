import type { Feature } from "../../../feature.ts";
import { requestStatsRoutes } from "./request-stats.routes.ts";
import { requestStatsCleanup, requestStatsFlush } from "./request-stats.worker.ts";

/** Number and duration of requests, over time and by route. */
export const requestStatsFeature: Feature = {
  name: "request-stats",
  routes: [requestStatsRoutes],
  workers: [requestStatsFlush, requestStatsCleanup],
  owns: ["request_stats"],
};

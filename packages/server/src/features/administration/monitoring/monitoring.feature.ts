import type { Feature } from "../../../feature.ts";
import { monitoringRoutes } from "./monitoring.routes.ts";
import { resourceSampler } from "./monitoring.worker.ts";
import { deadLettersRoutes } from "./dead-letters.routes.ts";
import { errorRateWatchdog } from "./error-rate.worker.ts";
import { healthAnalysis } from "./health-analysis.worker.ts";
import { missedWorkersWatchdog } from "./missed-workers.worker.ts";

/** The administrators' view of the running service, dead letters, and watchdogs. */
export const monitoringFeature: Feature = {
  name: "monitoring",
  routes: [monitoringRoutes, deadLettersRoutes],
  workers: [resourceSampler, errorRateWatchdog, missedWorkersWatchdog, healthAnalysis],
  reads: ["admin_notices"],
};

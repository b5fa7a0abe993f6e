import type { Feature } from "../../../feature.ts";
import { monitoringRoutes } from "./monitoring.routes.ts";
import { resourceSampler } from "./monitoring.worker.ts";

/** What administrators see of the running service: health, database, workers, log, events. */
export const monitoringFeature: Feature = {
  name: "monitoring",
  routes: [monitoringRoutes],
  workers: [resourceSampler],
  reads: ["admin_notices"],
};

import type { Feature } from "../../../feature.ts";
import { healthRoutes } from "./health.routes.ts";
import { storageWatch } from "./storage-watch.worker.ts";
import { openApiRoutes } from "./openapi.routes.ts";
import { metricsRoutes } from "./metrics.routes.ts";

/** Health, readiness, metrics, the OpenAPI document; recovery after a disk fault. */
export const healthFeature: Feature = {
  name: "health",
  routes: [healthRoutes, openApiRoutes, metricsRoutes],
  workers: [storageWatch],
};

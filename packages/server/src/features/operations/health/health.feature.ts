import type { Feature } from "../../../feature.ts";
import { healthRoutes } from "./health.routes.ts";
import { storageWatch } from "./storage-watch.worker.ts";

/** Health, readiness and the health page; the way back after a fault of the disk. */
export const healthFeature: Feature = {
  name: "health",
  routes: [healthRoutes],
  workers: [storageWatch],
};

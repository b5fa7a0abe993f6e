import type { Feature } from "../../../feature.ts";
import { metricsRoutes } from "./metrics.routes.ts";

/** Prometheus metrics. */
export const metricsFeature: Feature = {
  name: "metrics",
  routes: [metricsRoutes],
};

import type { Feature } from "../../../feature.ts";
import { engineMetricsRoutes } from "./engine-metrics.routes.ts";

/** Figures of the engine for administrators: its counters, decisions, anomalies, calibration. */
export const engineMetricsFeature: Feature = {
  name: "engine-metrics",
  routes: [engineMetricsRoutes],
  reads: ["engine_counters", "engine_events"],
};

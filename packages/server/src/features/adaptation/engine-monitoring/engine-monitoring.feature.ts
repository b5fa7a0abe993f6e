import type { Feature } from "../../../feature.ts";
import { engineEvents, metricsFlush, monitoringRetention } from "./engine-monitoring.worker.ts";

/** Sampled decisions, counters and anomalies of the engine. */
export const engineMonitoringFeature: Feature = {
  name: "engine-monitoring",
  workers: [engineEvents, metricsFlush, monitoringRetention],
  owns: ["engine_counters", "engine_events"],
  personalTables: [{ table: "engine_events", column: "user_id" }],
};

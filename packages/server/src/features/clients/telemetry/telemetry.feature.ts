import type { Feature } from "../../../feature.ts";
import { telemetryRoutes } from "./telemetry.routes.ts";
import { telemetryCleanup } from "./telemetry.worker.ts";
import { heartbeatWatchdog } from "./heartbeats.worker.ts";
import { telemetryReportsRoutes } from "./telemetry-reports.routes.ts";

/** Telemetry and error reports of devices, stored and summarized; devices that have gone silent. */
export const telemetryFeature: Feature = {
  name: "telemetry",
  routes: [telemetryRoutes, telemetryReportsRoutes],
  workers: [telemetryCleanup, heartbeatWatchdog],
  owns: ["telemetry_reports"],
  personalTables: [{ table: "telemetry_reports", column: "user_id" }],
};

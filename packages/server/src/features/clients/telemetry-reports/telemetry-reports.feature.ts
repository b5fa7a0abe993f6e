import type { Feature } from "../../../feature.ts";
import { telemetryReportsRoutes } from "./telemetry-reports.routes.ts";

/** Stored telemetry, read by administrators. */
export const telemetryReportsFeature: Feature = {
  name: "telemetry-reports",
  routes: [telemetryReportsRoutes],
  owns: ["telemetry_reports"],
  personalTables: [{ table: "telemetry_reports", column: "user_id" }],
};

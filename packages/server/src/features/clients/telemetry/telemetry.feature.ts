import type { Feature } from "../../../feature.ts";
import { telemetryRoutes } from "./telemetry.routes.ts";
import { telemetryCleanup } from "./telemetry.worker.ts";

/** Telemetry and error reports sent by devices. */
export const telemetryFeature: Feature = {
  name: "telemetry",
  routes: [telemetryRoutes],
  workers: [telemetryCleanup],
};

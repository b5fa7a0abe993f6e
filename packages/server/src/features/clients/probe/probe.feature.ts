import type { Feature } from "../../../feature.ts";
import { probeRoutes } from "./probe.routes.ts";
import { probeCleanup, probeSweeper } from "./probe.worker.ts";

/** Diagnostic scripts on devices. */
export const probeFeature: Feature = {
  name: "probe",
  routes: [probeRoutes],
  workers: [probeCleanup, probeSweeper],
  owns: ["probe_batches", "probe_requests"],
  personalTables: [{ table: "probe_requests", column: "user_id" }],
};

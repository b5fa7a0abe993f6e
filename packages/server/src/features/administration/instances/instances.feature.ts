import type { Feature } from "../../../feature.ts";
import { instancesRoutes } from "./instances.routes.ts";
import { instanceCleanup, instanceHeartbeat } from "./instances.worker.ts";

/** The processes that serve this database. */
export const instancesFeature: Feature = {
  name: "instances",
  routes: [instancesRoutes],
  workers: [instanceHeartbeat, instanceCleanup],
  owns: ["service_instances"],
};

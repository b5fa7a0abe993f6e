import type { Feature } from "../../../feature.ts";
import { appEventsRoutes } from "./app-events.routes.ts";
import { appEventCleanup } from "./app-events.worker.ts";

/** Events of client apps: intake, sampling, retention. */
export const appEventsFeature: Feature = {
  name: "app-events",
  routes: [appEventsRoutes],
  workers: [appEventCleanup],
  owns: ["app_event_removals", "app_events"],
  personalTables: [{ table: "app_events", column: "user_id" }],
};

import type { Feature } from "../../../feature.ts";
import { appEventAnalyticsRoutes } from "./app-event-analytics.routes.ts";
import { appEventRollup, appEventTally } from "./app-event-analytics.worker.ts";

/** Aggregates of client app events. */
export const appEventAnalyticsFeature: Feature = {
  name: "app-event-analytics",
  routes: [appEventAnalyticsRoutes],
  workers: [appEventRollup, appEventTally],
  owns: [
    "app_event_counts",
    "app_event_errors",
    "app_event_learner_sets",
    "app_event_learners",
    "app_event_progress",
    "app_event_timings",
  ],
  reads: ["app_events"],
  personalTables: [{ table: "app_event_learners", column: "user_id" }],
};

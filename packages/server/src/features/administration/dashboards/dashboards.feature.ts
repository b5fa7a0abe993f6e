import type { Feature } from "../../../feature.ts";
import { reportRefresh } from "./report-refresh.worker.ts";
import { dashboardsRoutes } from "./dashboards.routes.ts";

/** An administrator's first screens: the service, its learners, the engine. */
export const dashboardsFeature: Feature = {
  name: "dashboards",
  routes: [dashboardsRoutes],
  workers: [reportRefresh],
  reads: [
    "amas_suggestions",
    "devices",
    "engine_events",
    "preferences",
    "suspended_words",
    "word_states",
  ],
};

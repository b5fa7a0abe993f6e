import type { Feature } from "../../../feature.ts";
import { goalForecastRoutes } from "./goal-forecast.routes.ts";
import { forecastRehearsal } from "./goal-forecast.worker.ts";

/** What each goal would mean for a learner. */
export const goalForecastFeature: Feature = {
  name: "goal-forecast",
  routes: [goalForecastRoutes],
  workers: [forecastRehearsal],
  reads: ["word_states"],
};

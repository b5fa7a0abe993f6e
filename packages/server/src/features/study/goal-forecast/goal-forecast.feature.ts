import type { Feature } from "../../../feature.ts";
import { goalForecastRoutes } from "./goal-forecast.routes.ts";

/** What each goal would mean for a learner. */
export const goalForecastFeature: Feature = {
  name: "goal-forecast",
  routes: [goalForecastRoutes],
  reads: ["word_states"],
};

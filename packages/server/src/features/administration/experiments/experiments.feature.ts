import type { Feature } from "../../../feature.ts";
import { experimentsRoutes } from "./experiments.routes.ts";

/** Experiments with the engine's parameters, run by administrators. */
export const experimentsFeature: Feature = {
  name: "experiments",
  routes: [experimentsRoutes],
};

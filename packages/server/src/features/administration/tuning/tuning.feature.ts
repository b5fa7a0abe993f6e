import type { Feature } from "../../../feature.ts";
import { canaryRoutes } from "./canary.routes.ts";
import { tuningRoutes } from "./tuning.routes.ts";

/** The engine's configuration and its canary, changed by administrators. */
export const tuningFeature: Feature = {
  name: "tuning",
  routes: [canaryRoutes, tuningRoutes],
};

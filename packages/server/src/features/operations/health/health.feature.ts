import type { Feature } from "../../../feature.ts";
import { healthRoutes } from "./health.routes.ts";

/** Health, readiness and the health page. */
export const healthFeature: Feature = {
  name: "health",
  routes: [healthRoutes],
};

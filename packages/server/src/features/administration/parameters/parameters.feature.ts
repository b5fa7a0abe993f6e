import type { Feature } from "../../../feature.ts";
import { canaryRoutes } from "./canary.routes.ts";
import { parametersRoutes } from "./parameters.routes.ts";

/** The engine's configuration and its canary, changed by administrators. */
export const parametersFeature: Feature = {
  name: "parameters",
  routes: [canaryRoutes, parametersRoutes],
};

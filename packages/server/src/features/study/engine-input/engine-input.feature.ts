import type { Feature } from "../../../feature.ts";
import { engineInputRoutes } from "./engine-input.routes.ts";

/** Engine events and resets sent by clients. */
export const engineInputFeature: Feature = {
  name: "engine-input",
  routes: [engineInputRoutes],
};

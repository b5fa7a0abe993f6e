import type { Feature } from "../../../feature.ts";
import { statusRoutes } from "./status.routes.ts";

/** What a client requests before it signs in. */
export const statusFeature: Feature = {
  name: "status",
  routes: [statusRoutes],
};

import type { Feature } from "../../../feature.ts";
import { clientsRoutes } from "./clients.routes.ts";

/** What administrators see of devices and do with them. */
export const clientsFeature: Feature = {
  name: "clients",
  routes: [clientsRoutes],
  reads: ["devices", "engine_states", "learning_sessions", "users"],
};

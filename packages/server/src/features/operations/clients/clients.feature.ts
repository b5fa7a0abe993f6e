import type { Feature } from "../../../feature.ts";
import { clientsRoutes } from "./clients.routes.ts";

/** Administrators' view of devices and actions on them. */
export const clientsFeature: Feature = {
  name: "clients",
  routes: [clientsRoutes],
  reads: ["devices", "engine_states", "learning_sessions", "users"],
};

import type { Feature } from "../../../feature.ts";
import { upgradesRoutes } from "./upgrades.routes.ts";

/** Minimum and suggested versions of client apps, and broadcasts of new ones. */
export const upgradesFeature: Feature = {
  name: "upgrades",
  routes: [upgradesRoutes],
  owns: ["upgrade_broadcasts", "upgrade_policies"],
  reads: ["devices"],
};

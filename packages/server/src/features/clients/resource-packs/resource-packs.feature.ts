import type { Feature } from "../../../feature.ts";
import { resourcePacksRoutes } from "./resource-packs.routes.ts";
import { packFileCleanup } from "./resource-packs.worker.ts";

/** Signed data for clients, without a release of the app. */
export const resourcePacksFeature: Feature = {
  name: "resource-packs",
  routes: [resourcePacksRoutes],
  workers: [packFileCleanup],
  owns: [
    "resource_packs",
    "resource_pack_versions",
    "resource_pack_payloads",
    "resource_pack_channels",
    "resource_pack_keys",
  ],
};

import type { Feature } from "../../../feature.ts";
import { resourcePacksRoutes } from "./resource-packs.routes.ts";
import { packFileCleanup } from "./resource-packs.worker.ts";
import { packInstallsRoutes } from "./pack-installs.routes.ts";

/** Signed data for clients, delivered without an app release, and which clients installed it. */
export const resourcePacksFeature: Feature = {
  name: "resource-packs",
  routes: [resourcePacksRoutes, packInstallsRoutes],
  workers: [packFileCleanup],
  owns: [
    "resource_packs",
    "resource_pack_versions",
    "resource_pack_payloads",
    "resource_pack_channels",
    "resource_pack_keys",
    "pack_installs",
  ],
  personalTables: [{ table: "pack_installs", column: "user_id" }],
};

import type { Feature } from "../../../feature.ts";
import { resourcePacksAdminRoutes } from "./resource-packs-admin.routes.ts";

/** Resource packs, viewed and changed by administrators. */
export const resourcePacksAdminFeature: Feature = {
  name: "resource-packs-admin",
  routes: [resourcePacksAdminRoutes],
  reads: ["pack_installs", "resource_pack_versions", "resource_pack_channels"],
};

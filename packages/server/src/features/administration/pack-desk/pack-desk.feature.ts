import type { Feature } from "../../../feature.ts";
import { packDeskRoutes } from "./pack-desk.routes.ts";

/** Resource packs as administrators see and change them. */
export const packDeskFeature: Feature = {
  name: "pack-desk",
  routes: [packDeskRoutes],
  reads: ["pack_installs", "resource_pack_versions", "resource_pack_channels"],
};

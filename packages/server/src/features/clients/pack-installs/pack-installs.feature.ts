import type { Feature } from "../../../feature.ts";
import { packInstallsRoutes } from "./pack-installs.routes.ts";

/** Reports of clients about installed resource packs. */
export const packInstallsFeature: Feature = {
  name: "pack-installs",
  routes: [packInstallsRoutes],
  owns: ["pack_installs"],
  personalTables: [{ table: "pack_installs", column: "user_id" }],
};

import type { Feature } from "../../../feature.ts";
import { backupsAdminRoutes } from "./backups-admin.routes.ts";

/** What administrators do with backups. */
export const backupsAdminFeature: Feature = {
  name: "backups-admin",
  routes: [backupsAdminRoutes],
  reads: ["users"],
};

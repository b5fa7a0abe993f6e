import type { Feature } from "../../../feature.ts";
import { backupsAdminRoutes } from "./backups-admin.routes.ts";

/** Administrators' use of backups. */
export const backupsAdminFeature: Feature = {
  name: "backups-admin",
  routes: [backupsAdminRoutes],
  reads: ["users"],
};

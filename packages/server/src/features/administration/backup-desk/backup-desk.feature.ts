import type { Feature } from "../../../feature.ts";
import { backupDeskRoutes } from "./backup-desk.routes.ts";

/** What administrators do with backups. */
export const backupDeskFeature: Feature = {
  name: "backup-desk",
  routes: [backupDeskRoutes],
  reads: ["users"],
};

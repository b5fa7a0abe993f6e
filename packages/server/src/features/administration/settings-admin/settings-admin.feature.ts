import type { Feature } from "../../../feature.ts";
import { settingsAdminRoutes } from "./settings-admin.routes.ts";
import { settingsSnapshotsRoutes } from "./settings-snapshots.routes.ts";

/** Settings as administrators see and change them; maintenance, version gate, test of the mail. */
export const settingsAdminFeature: Feature = {
  name: "settings-admin",
  routes: [settingsAdminRoutes, settingsSnapshotsRoutes],
  reads: ["answer_outbox", "devices", "users"],
};

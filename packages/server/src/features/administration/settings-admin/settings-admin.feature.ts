import type { Feature } from "../../../feature.ts";
import { settingsAdminRoutes } from "./settings-admin.routes.ts";
import { settingsSnapshotsRoutes } from "./settings-snapshots.routes.ts";

/** Settings, viewed and changed by administrators; maintenance, version gate, mail test. */
export const settingsAdminFeature: Feature = {
  name: "settings-admin",
  routes: [settingsAdminRoutes, settingsSnapshotsRoutes],
  reads: ["answer_outbox", "devices", "users"],
};

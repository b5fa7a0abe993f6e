import type { Feature } from "../../../feature.ts";
import { settingsRoutes } from "./settings.routes.ts";
import { settingsSnapshotsRoutes } from "./settings-snapshots.routes.ts";

/** Settings as administrators see and change them; maintenance, version gate, test of the mail. */
export const settingsFeature: Feature = {
  name: "settings",
  routes: [settingsRoutes, settingsSnapshotsRoutes],
  reads: ["answer_outbox", "devices", "users"],
};

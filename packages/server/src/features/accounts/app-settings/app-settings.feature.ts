import type { Feature } from "../../../feature.ts";
import { appSettingsRoutes } from "./app-settings.routes.ts";

/** Settings of the app that follow a learner to every device; the service does not read them. */
export const appSettingsFeature: Feature = {
  name: "app-settings",
  routes: [appSettingsRoutes],
  owns: ["app_settings"],
  personalTables: [{ table: "app_settings", column: "user_id" }],
};

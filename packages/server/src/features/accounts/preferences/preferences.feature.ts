import type { Feature } from "../../../feature.ts";
import { preferencesRoutes } from "./preferences.routes.ts";
import { appSettingsRoutes } from "./app-settings.routes.ts";

/**
 * A learner's theme, language, time zone and notifications, and settings that only the app reads.
 */
export const preferencesFeature: Feature = {
  name: "preferences",
  routes: [preferencesRoutes, appSettingsRoutes],
  owns: ["preferences", "app_settings"],
  personalTables: [
    { table: "preferences", column: "user_id" },
    { table: "app_settings", column: "user_id" },
  ],
};

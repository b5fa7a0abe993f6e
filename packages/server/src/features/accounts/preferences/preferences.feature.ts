import type { Feature } from "../../../feature.ts";
import { preferencesRoutes } from "./preferences.routes.ts";

/** A learner's theme, language, time zone, start of day and notifications. */
export const preferencesFeature: Feature = {
  name: "preferences",
  routes: [preferencesRoutes],
  owns: ["preferences"],
  personalTables: [{ table: "preferences", column: "user_id" }],
};

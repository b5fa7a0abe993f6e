import type { Feature } from "../../../feature.ts";
import { wordbooksAdminRoutes } from "./wordbooks-admin.routes.ts";
import { wordbookCenterAdminRoutes } from "./wordbook-center-admin.routes.ts";

/**
 * All wordbooks as shown to administrators, and system books: typed, uploaded or from the center.
 */
export const wordbooksAdminFeature: Feature = {
  name: "wordbooks-admin",
  routes: [wordbooksAdminRoutes, wordbookCenterAdminRoutes],
  reads: ["study_configs", "users", "word_states", "wordbook_words", "wordbooks", "words"],
};

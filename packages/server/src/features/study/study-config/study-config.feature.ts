import type { Feature } from "../../../feature.ts";
import { studyConfigRoutes } from "./study-config.routes.ts";

/** Selected wordbooks, daily goal, today's words. */
export const studyConfigFeature: Feature = {
  name: "study-config",
  routes: [studyConfigRoutes],
  owns: ["study_configs"],
  personalTables: [{ table: "study_configs", column: "user_id" }],
  reads: ["records", "suspended_words", "word_states", "wordbook_words", "words"],
};

import type { Feature } from "../../../feature.ts";
import { studyConfigRoutes } from "./study-config.routes.ts";
import { goalForecastRoutes } from "./goal-forecast.routes.ts";
import { forecastRehearsal } from "./goal-forecast.worker.ts";
import { wordbookRemovalRoutes } from "./wordbook-removal.routes.ts";

/** Selected wordbooks, daily goal, today's words, the forecast of a goal, removal of a wordbook. */
export const studyConfigFeature: Feature = {
  name: "study-config",
  routes: [studyConfigRoutes, goalForecastRoutes, wordbookRemovalRoutes],
  workers: [forecastRehearsal],
  owns: ["study_configs"],
  reads: ["records", "suspended_words", "word_states", "wordbook_words", "words"],
  personalTables: [{ table: "study_configs", column: "user_id" }],
};

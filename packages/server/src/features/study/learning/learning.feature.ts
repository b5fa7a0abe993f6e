import type { Feature } from "../../../feature.ts";
import { learningRoutes } from "./learning.routes.ts";
import { questionsRoutes } from "./questions.routes.ts";

/** Sessions as the learner starts and ends them: study words, next words, options, questions. */
export const learningFeature: Feature = {
  name: "learning",
  routes: [learningRoutes, questionsRoutes],
  reads: ["suspended_words", "word_states", "wordbook_words", "wordbooks", "words"],
};

import type { Feature } from "../../../feature.ts";
import { learningRoutes } from "./learning.routes.ts";
import { questionsRoutes } from "./questions.routes.ts";
import { studyKitRoutes } from "./study-kit.routes.ts";

/** Sessions as a learner starts and ends them: study words, questions, options, the offline kit. */
export const learningFeature: Feature = {
  name: "learning",
  routes: [learningRoutes, questionsRoutes, studyKitRoutes],
  reads: ["suspended_words", "word_states", "wordbook_words", "wordbooks", "words"],
};

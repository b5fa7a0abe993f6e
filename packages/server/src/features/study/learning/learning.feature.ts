import type { Feature } from "../../../feature.ts";
import { learningRoutes } from "./learning.routes.ts";
import { questionsRoutes } from "./questions.routes.ts";
import { studyKitRoutes } from "./study-kit.routes.ts";

/** A learner's sessions: study words, questions, options and the offline kit. */
export const learningFeature: Feature = {
  name: "learning",
  routes: [learningRoutes, questionsRoutes, studyKitRoutes],
  reads: ["records", "suspended_words", "word_states", "wordbook_words", "wordbooks", "words"],
};

import type { Feature } from "../../../feature.ts";
import { learnerReadsRoutes } from "./learner-reads.routes.ts";

/** One learner as administrators see them: answers, sessions, engine state, log. */
export const learnerReadsFeature: Feature = {
  name: "learner-reads",
  routes: [learnerReadsRoutes],
  reads: [
    "audit_log",
    "devices",
    "feedback",
    "learning_sessions",
    "notifications",
    "records",
    "word_favorites",
    "word_notes",
    "word_states",
    "wordbook_words",
    "wordbooks",
    "words",
  ],
};

import type { Feature } from "../../../feature.ts";
import { learnersRoutes } from "./learners.routes.ts";
import { learnerBulkRoutes } from "./learner-bulk.routes.ts";
import { learnerReadsRoutes } from "./learner-reads.routes.ts";

/** Learners' accounts, viewed and changed by administrators, one or several at once. */
export const learnersFeature: Feature = {
  name: "learners",
  routes: [learnersRoutes, learnerBulkRoutes, learnerReadsRoutes],
  reads: [
    "admins",
    "audit_log",
    "daily_activity",
    "devices",
    "feedback",
    "learning_sessions",
    "notifications",
    "records",
    "users",
    "word_favorites",
    "word_notes",
    "word_states",
    "wordbook_words",
    "wordbooks",
    "words",
  ],
};

import type { Feature } from "../../../feature.ts";
import { feedbackAdminRoutes } from "./feedback-admin.routes.ts";
import { feedbackRoutes } from "./feedback.routes.ts";

const ownFeedback = { table: "feedback", column: "user_id" } as const;

/** Feedback from learners, and administrators' work on it. */
export const feedbackFeature: Feature = {
  name: "feedback",
  routes: [feedbackRoutes, feedbackAdminRoutes],
  owns: ["feedback", "feedback_events", "feedback_replies"],
  personalTables: [
    ownFeedback,
    { table: "feedback_replies", column: "feedback_id", of: ownFeedback },
    { table: "feedback_events", column: "feedback_id", of: ownFeedback },
  ],
  reads: ["admins", "users"],
  auditTargets: [{ type: "feedback", table: "feedback", name: "content" }],
};

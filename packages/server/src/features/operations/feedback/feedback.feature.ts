import type { Feature } from "../../../feature.ts";
import { feedbackRoutes } from "./feedback.routes.ts";

/** Feedback from learners. */
export const feedbackFeature: Feature = {
  name: "feedback",
  routes: [feedbackRoutes],
  owns: ["feedback"],
  personalTables: [{ table: "feedback", column: "user_id" }],
};

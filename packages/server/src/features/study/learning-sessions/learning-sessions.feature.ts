import type { Feature } from "../../../feature.ts";
import { sessionHistoryRoutes } from "./session-history.routes.ts";

/** Learning sessions: start, progress, completion, history. */
export const learningSessionsFeature: Feature = {
  name: "learning-sessions",
  routes: [sessionHistoryRoutes],
};

import type { Feature } from "../../../feature.ts";
import { sessionHistoryRoutes } from "./session-history.routes.ts";

/** Learning sessions: their counters, completion and history. */
export const learningSessionsFeature: Feature = {
  name: "learning-sessions",
  routes: [sessionHistoryRoutes],
  owns: ["learning_sessions"],
  personalTables: [{ table: "learning_sessions", column: "user_id" }],
  reads: ["records", "word_states"],
};

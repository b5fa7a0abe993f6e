import type { Feature } from "../../../feature.ts";
import { learningSessionEnds } from "./session-ends.worker.ts";
import { sessionHistoryRoutes } from "./session-history.routes.ts";

/** Learning sessions that are over: how they end, and their history. */
export const sessionHistoryFeature: Feature = {
  name: "session-history",
  routes: [sessionHistoryRoutes],
  workers: [learningSessionEnds],
  reads: ["learning_sessions"],
};

import type { Feature } from "../../../feature.ts";
import { activityLogCleanup } from "./activity-log.worker.ts";

/** Learners' actions, for administrators: sign-ins, sessions, goals, fatigue alerts. */
export const activityLogFeature: Feature = {
  name: "activity-log",
  workers: [activityLogCleanup],
  owns: ["activity_log"],
  personalTables: [{ table: "activity_log", column: "user_id" }],
};

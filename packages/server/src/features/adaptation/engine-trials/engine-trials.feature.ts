import type { Feature } from "../../../feature.ts";
import { canaryCounts, canaryMonitor, engineTrials } from "./engine-trials.worker.ts";

/** Canaries and experiments: which parameters a learner gets. */
export const engineTrialsFeature: Feature = {
  name: "engine-trials",
  workers: [canaryCounts, canaryMonitor, engineTrials],
  owns: ["engine_arm_stats", "engine_canaries", "experiment_arms", "experiments"],
  personalTables: [{ table: "experiment_arms", column: "user_id" }],
  auditTargets: [{ type: "experiment", table: "experiments", name: "name" }],
  reads: ["daily_activity", "devices", "learning_sessions", "records", "users"],
};

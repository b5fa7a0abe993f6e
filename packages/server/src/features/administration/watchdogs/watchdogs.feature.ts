import type { Feature } from "../../../feature.ts";
import { errorRateWatchdog } from "./error-rate.worker.ts";
import { healthAnalysis } from "./health-analysis.worker.ts";
import { missedWorkersWatchdog } from "./missed-workers.worker.ts";

/** Tells administrators of failing requests and overdue workers, and each week how it was. */
export const watchdogsFeature: Feature = {
  name: "watchdogs",
  workers: [errorRateWatchdog, missedWorkersWatchdog, healthAnalysis],
};

import type { Feature } from "../../feature.ts";
import { amasFeature } from "./amas/amas.feature.ts";
import { batchCreditFeature } from "./batch-credit/batch-credit.feature.ts";
import { engineConfigFeature } from "./engine-config/engine-config.feature.ts";
import { engineMonitoringFeature } from "./engine-monitoring/engine-monitoring.feature.ts";
import { engineTrialsFeature } from "./engine-trials/engine-trials.feature.ts";
import { engineUpkeepFeature } from "./engine-upkeep/engine-upkeep.feature.ts";
import { fitRequestsFeature } from "./fit-requests/fit-requests.feature.ts";
import { intervalPoliciesFeature } from "./interval-policies/interval-policies.feature.ts";
import { learnerGoalsFeature } from "./learner-goals/learner-goals.feature.ts";
import { memoryFitsFeature } from "./memory-fits/memory-fits.feature.ts";
import { pendingBatchesFeature } from "./pending-batches/pending-batches.feature.ts";
import { reviewLoadFeature } from "./review-load/review-load.feature.ts";

/** The engine in the service: learners' states, configuration, trials, fits. */
export const adaptation: readonly Feature[] = [
  engineConfigFeature,
  engineTrialsFeature,
  pendingBatchesFeature,
  learnerGoalsFeature,
  intervalPoliciesFeature,
  reviewLoadFeature,
  fitRequestsFeature,
  amasFeature,
  batchCreditFeature,
  memoryFitsFeature,
  engineMonitoringFeature,
  engineUpkeepFeature,
];

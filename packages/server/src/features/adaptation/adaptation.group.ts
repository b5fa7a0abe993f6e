import type { Feature } from "../../feature.ts";
import { amasFeature } from "./amas/amas.feature.ts";
import { batchCreditFeature } from "./batch-credit/batch-credit.feature.ts";
import { engineConfigFeature } from "./engine-config/engine-config.feature.ts";
import { engineMonitoringFeature } from "./engine-monitoring/engine-monitoring.feature.ts";
import { engineTrialsFeature } from "./engine-trials/engine-trials.feature.ts";
import { memoryFitsFeature } from "./memory-fits/memory-fits.feature.ts";
import { replaysFeature } from "./replays/replays.feature.ts";
import { scheduleFeature } from "./schedule/schedule.feature.ts";

/** The engine in the service: learners' states, configuration, trials and fits. */
export const adaptation: readonly Feature[] = [
  engineConfigFeature,
  engineTrialsFeature,
  scheduleFeature,
  amasFeature,
  batchCreditFeature,
  memoryFitsFeature,
  replaysFeature,
  engineMonitoringFeature,
];

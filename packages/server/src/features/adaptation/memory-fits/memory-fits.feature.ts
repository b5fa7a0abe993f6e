import type { Feature } from "../../../feature.ts";
import { memoryFit } from "./memory-fits.worker.ts";
import { algorithmOptimization, eventIdCleanup } from "./engine-upkeep.worker.ts";

/** Fitting memory weights to a learner's history, and the daily upkeep of engine states. */
export const memoryFitsFeature: Feature = {
  name: "memory-fits",
  workers: [memoryFit, algorithmOptimization, eventIdCleanup],
  reads: ["engine_states"],
};

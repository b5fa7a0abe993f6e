import type { Feature } from "../../../feature.ts";
import { algorithmOptimization, eventIdCleanup } from "./engine-upkeep.worker.ts";

/** Daily upkeep of engine states. */
export const engineUpkeepFeature: Feature = {
  name: "engine-upkeep",
  workers: [algorithmOptimization, eventIdCleanup],
  reads: ["engine_states"],
};

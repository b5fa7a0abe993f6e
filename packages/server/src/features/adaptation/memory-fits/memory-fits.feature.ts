import type { Feature } from "../../../feature.ts";
import { memoryFit } from "./memory-fits.worker.ts";

/** Fitting memory weights to a learner's history. */
export const memoryFitsFeature: Feature = {
  name: "memory-fits",
  workers: [memoryFit],
};

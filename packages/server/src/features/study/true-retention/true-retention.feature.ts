import type { Feature } from "../../../feature.ts";
import { trueRetentionRoutes } from "./true-retention.routes.ts";

/** How many reviews a learner recalled, compared with the engine's target. */
export const trueRetentionFeature: Feature = {
  name: "true-retention",
  routes: [trueRetentionRoutes],
  reads: ["records"],
};

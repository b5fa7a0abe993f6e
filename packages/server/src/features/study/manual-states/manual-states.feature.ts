import type { Feature } from "../../../feature.ts";
import { manualStatesRoutes } from "./manual-states.routes.ts";

/** What a learner states about a word: mastered, reset, set by hand. */
export const manualStatesFeature: Feature = {
  name: "manual-states",
  routes: [manualStatesRoutes],
};

import type { Feature } from "../../../feature.ts";
import { slippingWordsRoutes } from "./slipping-words.routes.ts";
import { hardWordsRoutes } from "./hard-words.routes.ts";

/** Words that a learner finds hard, and words missed recently. */
export const slippingWordsFeature: Feature = {
  name: "slipping-words",
  routes: [slippingWordsRoutes, hardWordsRoutes],
  owns: ["slip_dismissals"],
  reads: ["records", "suspended_words", "word_states", "words"],
  personalTables: [{ table: "slip_dismissals", column: "user_id" }],
  wordTables: [{ table: "slip_dismissals" }],
};

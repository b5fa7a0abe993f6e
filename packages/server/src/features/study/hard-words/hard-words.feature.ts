import type { Feature } from "../../../feature.ts";
import { hardWordsRoutes } from "./hard-words.routes.ts";

/** Words that a learner finds hard. */
export const hardWordsFeature: Feature = {
  name: "hard-words",
  routes: [hardWordsRoutes],
  reads: ["suspended_words", "word_states", "words"],
};

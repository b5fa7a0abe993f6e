import type { Feature } from "../../../feature.ts";
import { wordStatesRoutes } from "./word-states.routes.ts";

/** What a learner knows of each word, and when it is due. */
export const wordStatesFeature: Feature = {
  name: "word-states",
  routes: [wordStatesRoutes],
  owns: ["word_states"],
  personalTables: [{ table: "word_states", column: "user_id" }],
  reads: ["records", "suspended_words", "word_favorites"],
  wordTables: [{ table: "word_states", isUse: true, isLate: true }],
};

import type { Feature } from "../../../feature.ts";
import { ownWordsRoutes } from "./own-words.routes.ts";

/** Learners' own words, and their own versions of library words. */
export const ownWordsFeature: Feature = {
  name: "own-words",
  routes: [ownWordsRoutes],
  owns: ["word_versions"],
  reads: ["wordbook_words", "words"],
  personalTables: [{ table: "word_versions", column: "user_id" }],
  wordTables: [{ table: "word_versions", isUse: true }],
};

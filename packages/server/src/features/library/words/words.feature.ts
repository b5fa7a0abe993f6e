import type { Feature } from "../../../feature.ts";
import { wordsRoutes } from "./words.routes.ts";
import { wordAftercare } from "./words.worker.ts";

/** The words of the library: search, creation, import, removal. */
export const wordsFeature: Feature = {
  name: "words",
  routes: [wordsRoutes],
  workers: [wordAftercare],
  owns: ["added_words", "joined_words", "removed_words", "word_versions", "words"],
  personalTables: [
    { table: "added_words", column: "user_id" },
    { table: "word_versions", column: "user_id" },
    { table: "words", column: "owner_id" },
  ],
  wordTables: [{ table: "joined_words" }, { table: "word_versions", isUse: true }],
};

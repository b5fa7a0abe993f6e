import type { Feature } from "../../../feature.ts";
import { wordsRoutes } from "./words.routes.ts";
import { wordAftercare } from "./words.worker.ts";

/** The words of the library: search, creation, import, removal. */
export const wordsFeature: Feature = {
  name: "words",
  routes: [wordsRoutes],
  workers: [wordAftercare],
  owns: ["added_words", "joined_words", "moved_words", "removed_words", "words"],
  reads: ["word_versions"],
  auditTargets: [{ type: "word", table: "words", name: "text" }],
  personalTables: [
    { table: "added_words", column: "user_id" },
    { table: "moved_words", column: "user_id" },
    { table: "words", column: "owner_id" },
  ],
  wordTables: [
    { table: "joined_words" },
    { table: "moved_words" },
    { table: "word_versions", isUse: true },
  ],
};

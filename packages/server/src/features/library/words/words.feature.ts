import type { Feature } from "../../../feature.ts";
import { wordsRoutes } from "./words.routes.ts";
import { wordAftercare } from "./words.worker.ts";

/** The words of the library: search, creation, import, removal. */
export const wordsFeature: Feature = {
  name: "words",
  routes: [wordsRoutes],
  workers: [wordAftercare],
  owns: ["removed_words", "words"],
};

import type { Feature } from "../../../feature.ts";
import { starterWordsRoutes } from "./starter-words.routes.ts";
import { starterWordsWorker } from "./starter-words.worker.ts";

/** The wordbooks that a new installation creates, and their first words for visitors. */
export const starterWordsFeature: Feature = {
  name: "starter-words",
  routes: [starterWordsRoutes],
  workers: [starterWordsWorker],
  owns: ["starter_words"],
  reads: ["wordbook_words", "wordbooks", "words"],
  wordTables: [{ table: "starter_words" }],
};

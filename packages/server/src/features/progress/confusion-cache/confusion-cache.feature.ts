import type { Feature } from "../../../feature.ts";
import { confusionPairCache } from "./confusion-cache.worker.ts";

/** The weekly computation of similar words for all words in use. */
export const confusionCacheFeature: Feature = {
  name: "confusion-cache",
  workers: [confusionPairCache],
  reads: ["word_confusables", "word_states", "wordbook_words", "words"],
};

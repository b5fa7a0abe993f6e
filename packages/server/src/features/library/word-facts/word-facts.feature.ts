import type { Feature } from "../../../feature.ts";

/** What the engine is told about a word: morphemes, similar words, difficulty. */
export const wordFactsFeature: Feature = {
  name: "word-facts",
};

import type { Feature } from "../../../feature.ts";

/** WordNet: senses and related words. */
export const wordnetFeature: Feature = {
  name: "wordnet",
};

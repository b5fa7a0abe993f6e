import type { Feature } from "../../../feature.ts";

/** Words that were removed lately, so that what still mentions them is tidied up. */
export const removedWordsFeature: Feature = {
  name: "removed-words",
  owns: ["removed_words"],
};

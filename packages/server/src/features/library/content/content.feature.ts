import type { Feature } from "../../../feature.ts";
import { contentRoutes } from "./content.routes.ts";

/** Etymology, morphemes and contexts of words. */
export const contentFeature: Feature = {
  name: "content",
  routes: [contentRoutes],
  owns: ["word_model_answers", "word_morphemes"],
  wordTables: [{ table: "word_model_answers" }, { table: "word_morphemes" }],
};

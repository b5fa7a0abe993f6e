import type { Feature } from "../../../feature.ts";
import { bookProgressRoutes } from "./book-progress.routes.ts";

/** A learner's progress with wordbooks. */
export const bookProgressFeature: Feature = {
  name: "book-progress",
  routes: [bookProgressRoutes],
  reads: ["suspended_words", "word_states", "wordbook_words", "wordbooks", "words"],
};

import type { Feature } from "../../../feature.ts";
import { wordbookDeskRoutes } from "./wordbook-desk.routes.ts";

/** All wordbooks as administrators see them, and the system books that they keep. */
export const wordbookDeskFeature: Feature = {
  name: "wordbook-desk",
  routes: [wordbookDeskRoutes],
  reads: ["study_configs", "users", "word_states", "wordbook_words", "wordbooks", "words"],
};

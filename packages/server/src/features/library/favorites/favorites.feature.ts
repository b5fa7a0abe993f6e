import type { Feature } from "../../../feature.ts";
import { deckFavoritesKeeper } from "./deck-favorites.service.ts";
import { favoritesRoutes } from "./favorites.routes.ts";

/** Words that a learner has marked. */
export const favoritesFeature: Feature = {
  name: "favorites",
  routes: [favoritesRoutes],
  owns: ["word_favorites"],
  personalTables: [{ table: "word_favorites", column: "user_id" }],
  reads: ["words"],
  wordTables: [{ table: "word_favorites", isUse: true }],
  deckKeepers: [deckFavoritesKeeper],
};

import type { DeckKeeper } from "../../../deck-keeper.ts";
import { deleteFavorites, insertFavorites } from "./favorites.repo.ts";

/** Makes favorites of the words whose notes a deck marks or whose cards it flags. */
export const deckFavoritesKeeper: DeckKeeper = {
  keeps: "deck_favorite",
  async keep({ clock }, tx, { userId, words }) {
    const ids = words.flatMap(({ wordId, note }) => (note.isFavorite ? [wordId] : []));
    return insertFavorites(tx, userId, [...new Set(ids)], clock.nowMs());
  },
  drop: deleteFavorites,
};

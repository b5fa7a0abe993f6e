import type { Database } from "../../platform/database/tables.ts";
import { listFavoriteWordIds } from "./favorites.repo.ts";

/** The favourites among some words, as a set that readers ask word by word. */
export async function favoritesAmong(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (wordIds.length === 0) return new Set();
  return new Set(await listFavoriteWordIds(db, userId, wordIds));
}

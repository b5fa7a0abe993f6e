import type { Favorite, FavoriteStatus, FavoriteWord, Page } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { toTimestamp, toTimestampOrNull } from "../../../platform/time/clock.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { pageWindow, toPage, type PageQuery } from "../../../platform/basics/page.ts";
import { holdWord, listWordsById } from "../words/words.service.ts";
import {
  countFavorites,
  deleteFavorite,
  upsertFavorite,
  listFavoriteRows,
  listNewestFavorites,
  type FavoriteRow,
} from "./favorites.repo.ts";

/** The ids of the favorites among these words. */
export async function favoritesAmong(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (wordIds.length === 0) return new Set();
  const rows = await listFavoriteRows(db, userId, wordIds);
  return new Set(rows.map((row) => row.word_id));
}

/** A page of the learner's favorites with their words, newest first. */
export async function listFavorites(
  needs: Pick<Deps, "database" | "settings">,
  learner: Learner,
  query: PageQuery,
): Promise<Page<FavoriteWord>> {
  const { database } = needs;
  const window = pageWindow(query, needs.settings);
  const rows = await listNewestFavorites(database, learner.id, window);
  const ids = rows.map((row) => row.word_id);
  const words = new Map(
    (await listWordsById(database, learner.id, ids)).map((word) => [word.id, word]),
  );
  const entries = rows.flatMap((row) => {
    const word = words.get(row.word_id);
    return word === undefined ? [] : { ...toFavorite(row), word };
  });
  return toPage(entries, await countFavorites(database, learner.id), window);
}

/** Whether each of these words is a favorite, in the given order. The words need not exist. */
export async function readFavoriteStatus(
  db: Database,
  learner: Learner,
  wordIds: readonly string[],
): Promise<FavoriteStatus[]> {
  const rows = await listFavoriteRows(db, learner.id, wordIds);
  const since = new Map(rows.map((row) => [row.word_id, row.created_at_ms]));
  return wordIds.map((wordId) => ({
    wordId,
    favorited: since.has(wordId),
    createdAt: toTimestampOrNull(since.get(wordId) ?? null),
  }));
}

/**
 * Marks a word as a favorite. An existing favorite keeps its date.
 *
 * @throws AppError NOT_FOUND no such word
 */
export async function addFavorite(
  needs: Pick<Deps, "clock" | "database">,
  learner: Learner,
  wordId: string,
): Promise<Favorite> {
  return transact(needs.database, async (tx) => {
    await holdWord(tx, learner.id, wordId);
    return toFavorite(await upsertFavorite(tx, learner.id, wordId, needs.clock.nowMs()));
  });
}

/** @returns whether the word was a favorite */
export async function removeFavorite(
  db: Database,
  learner: Learner,
  wordId: string,
): Promise<boolean> {
  return deleteFavorite(db, learner.id, wordId);
}

export function toFavorite(row: FavoriteRow): Favorite {
  return { wordId: row.word_id, favorited: true, createdAt: toTimestamp(row.created_at_ms) };
}

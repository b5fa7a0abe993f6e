import { idsIn } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { isSeenBy } from "../words/seen-words.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

export interface FavoriteRow {
  readonly word_id: string;
  readonly created_at_ms: number;
}

/** The favorites among these words. */
export async function listFavoriteRows(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<FavoriteRow[]> {
  return db
    .selectFrom("word_favorites")
    .select(["word_id", "created_at_ms"])
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

/** Favorites whose words exist, newest first. */
export async function listNewestFavorites(
  db: Database,
  userId: string,
  window: RowWindow,
): Promise<FavoriteRow[]> {
  return db
    .selectFrom("word_favorites")
    .innerJoin("words", "words.id", "word_favorites.word_id")
    .select(["word_favorites.word_id", "word_favorites.created_at_ms"])
    .where("word_favorites.user_id", "=", userId)
    .where(isSeenBy(userId))
    .orderBy("word_favorites.created_at_ms", "desc")
    .orderBy("word_favorites.word_id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countFavorites(db: Database, userId: string): Promise<number> {
  return countRows(
    db
      .selectFrom("word_favorites")
      .innerJoin("words", "words.id", "word_favorites.word_id")
      .where("word_favorites.user_id", "=", userId)
      .where(isSeenBy(userId)),
  );
}

/**
 * Adds a favorite. An existing one keeps its date.
 *
 * One statement, so that a concurrent removal happens before or after it, never in between.
 */
export async function upsertFavorite(
  tx: Database,
  userId: string,
  wordId: string,
  atMs: number,
): Promise<FavoriteRow> {
  return tx
    .insertInto("word_favorites")
    .values({ user_id: userId, word_id: wordId, created_at_ms: atMs })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "word_id"]).doUpdateSet((row) => ({
        created_at_ms: row.ref("word_favorites.created_at_ms"),
      })),
    )
    .returning(["word_id", "created_at_ms"])
    .executeTakeFirstOrThrow();
}

/** Adds the favorites that are not there yet. @returns their ids */
export async function insertFavorites(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
  atMs: number,
): Promise<string[]> {
  if (wordIds.length === 0) return [];
  const known = new Set((await listFavoriteRows(tx, userId, wordIds)).map((row) => row.word_id));
  const fresh = wordIds.filter((id) => !known.has(id));
  for (const wordId of fresh) await upsertFavorite(tx, userId, wordId, atMs);
  return fresh;
}

export async function deleteFavorites(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("word_favorites")
    .where("user_id", "=", userId)
    .where(idsIn(tx, "word_id", wordIds))
    .execute();
}

/** @returns whether it existed */
export async function deleteFavorite(
  db: Database,
  userId: string,
  wordId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("word_favorites")
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

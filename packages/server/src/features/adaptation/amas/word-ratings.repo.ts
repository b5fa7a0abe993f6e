import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database, Tables } from "../../../platform/database/tables.ts";

type WordRatingRow = Tables["word_ratings"];

/** Ratings of words, locked in id order (on PostgreSQL). */
export async function lockWordRatings(
  tx: Database,
  wordIds: readonly string[],
): Promise<WordRatingRow[]> {
  const query = tx
    .selectFrom("word_ratings")
    .selectAll()
    .where(idsIn(tx, "word_id", wordIds))
    .orderBy("word_id");
  return forUpdate(tx, query).execute();
}

export async function listWordRatings(
  db: Database,
  wordIds: readonly string[],
): Promise<WordRatingRow[]> {
  return db
    .selectFrom("word_ratings")
    .selectAll()
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

const TARGET = {
  table: "word_ratings",
  columns: { word_id: "text", rating_json: "text", updated_at_ms: "integer" },
  key: ["word_id"],
} as const;

/** Adds ratings of words without one. Existing ratings stay unchanged. */
export async function insertWordRatings(
  tx: Database,
  rows: readonly WordRatingRow[],
): Promise<void> {
  await upsertMany(tx, { ...TARGET, onConflict: "ignore" }, rows);
}

export async function saveWordRatings(tx: Database, rows: readonly WordRatingRow[]): Promise<void> {
  await upsertMany(tx, TARGET, rows);
}

import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { readerByKeys } from "../../../platform/database/reader-by-keys.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database, Tables } from "../../../platform/database/tables.ts";

type WordRatingRow = Tables["word_ratings"];

/** Ratings of words, locked in id order (on PostgreSQL). */
export const lockWordRatings = readerByKeys((tx, wordIds: readonly string[]) =>
  forUpdate(tx, ratingsOf(tx, wordIds).orderBy("word_id")).compile(),
);

export const listWordRatings = readerByKeys((db, wordIds: readonly string[]) =>
  ratingsOf(db, wordIds).compile(),
);

function ratingsOf(db: Database, wordIds: readonly string[]) {
  return db
    .selectFrom("word_ratings")
    .selectAll()
    .where(idsIn(db, "word_id", wordIds));
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

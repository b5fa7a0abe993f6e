import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordRestartsTable } from "./answers.tables.ts";
import type { ImportedWords } from "./imported-records.repo.ts";

const TARGET = {
  table: "word_restarts",
  columns: { user_id: "text", word_id: "text", at_ms: "integer", import_id: "text" },
  key: ["user_id", "word_id", "at_ms"],
  onConflict: "ignore",
} as const;

/** @returns number of those that were not known */
export async function insertRestarts(
  tx: Database,
  rows: readonly WordRestartsTable[],
): Promise<number> {
  return upsertMany(tx, TARGET, rows);
}

/** The learner's restarts by word, earliest first; of all words or of these. */
export async function listRestarts(
  db: Database,
  userId: string,
  wordIds?: readonly string[],
): Promise<[wordId: string, atMs: number][]> {
  const all = db
    .selectFrom("word_restarts")
    .select(["word_id", "at_ms"])
    .where("user_id", "=", userId);
  const asked = wordIds === undefined ? all : all.where(idsIn(db, "word_id", wordIds));
  const rows = await asked.orderBy("word_id").orderBy("at_ms").execute();
  return rows.map((row) => [row.word_id, row.at_ms]);
}

/** Removes the restarts of these words that this import brought. */
export async function removeRestarts(
  tx: Database,
  { userId, importId, wordIds }: ImportedWords,
): Promise<void> {
  await tx
    .deleteFrom("word_restarts")
    .where("user_id", "=", userId)
    .where(idsIn(tx, "word_id", wordIds))
    .where("import_id", "=", importId)
    .execute();
}

import { idsIn, upsertMany, type BulkTarget } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { WordMediaTable } from "./media.tables.ts";

const WORD_MEDIA: BulkTarget = {
  table: "word_media",
  columns: { user_id: "text", word_id: "text", name: "text", media_id: "text" },
  key: ["user_id", "word_id", "name"],
  onConflict: "ignore",
};

export async function insertWordMedia(
  tx: Database,
  rows: readonly WordMediaTable[],
): Promise<void> {
  await upsertMany(tx, WORD_MEDIA, rows);
}

/** Those of these words whose note names files. */
export async function listWordsWithMedia(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("word_media")
    .select("word_id")
    .distinct()
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
  return new Set(rows.map((row) => row.word_id));
}

export async function removeWordMedia(
  tx: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<void> {
  await tx
    .deleteFrom("word_media")
    .where("user_id", "=", userId)
    .where(idsIn(tx, "word_id", wordIds))
    .execute();
}

import { idsIn, upsertMany, type BulkTarget } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

interface SourceRow {
  readonly word_id: string;
  readonly dictionary_seq: number;
}

const SOURCES: BulkTarget = {
  table: "word_sources",
  columns: { word_id: "text", dictionary_seq: "integer" },
  key: ["word_id"],
};

export async function insertSources(tx: Database, rows: readonly SourceRow[]): Promise<void> {
  await upsertMany(tx, SOURCES, rows);
}

export async function listSources(db: Database, wordIds: readonly string[]): Promise<SourceRow[]> {
  return db
    .selectFrom("word_sources")
    .selectAll()
    .where(idsIn(db, "word_id", wordIds))
    .execute();
}

/** Whether a word was filled from this dictionary. */
export async function isSource(db: Database, dictionarySeq: number): Promise<boolean> {
  const row = await db
    .selectFrom("word_sources")
    .select("word_id")
    .where("dictionary_seq", "=", dictionarySeq)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

import type { Database } from "../../platform/database/tables.ts";

/** Makes answers to this word fail like a bug: its stored rating cannot be read. */
export async function breakWord(db: Database, wordId: string): Promise<void> {
  await mendWord(db, wordId);
  const row = { word_id: wordId, rating_json: "{", updated_at_ms: 0 };
  await db.insertInto("word_ratings").values(row).execute();
}

/** Makes answers to this word work again; its rating starts over. */
export async function mendWord(db: Database, wordId: string): Promise<void> {
  await db.deleteFrom("word_ratings").where("word_id", "=", wordId).execute();
}

import type { Database } from "../../../platform/database/tables.ts";

/** The search index's content for the words after a row number, in order. */
export function listWordTexts(db: Database, afterSeq: number, limit: number) {
  return db
    .selectFrom("words")
    .select(["seq", "text_folded", "meaning_folded"])
    .where("seq", ">", afterSeq)
    .orderBy("seq")
    .limit(limit)
    .execute();
}

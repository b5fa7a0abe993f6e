import type { Database } from "../../platform/database/tables.ts";
import { idsIn } from "../../platform/database/bulk.ts";

/** Which of these words the learner marked as favourite. */
export async function listFavoriteWordIds(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("word_favorites")
    .select("word_id")
    .where("user_id", "=", userId)
    .where(idsIn(db, "word_id", wordIds))
    .execute();
  return rows.map((row) => row.word_id);
}

import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** When these words, or the learner's own versions of them, were last changed, ms since 1970. */
export async function listChangeTimes(
  db: Database,
  userId: string,
  wordIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom("words")
    .leftJoin("word_versions", (join) =>
      join.onRef("word_versions.word_id", "=", "words.id").on("word_versions.user_id", "=", userId),
    )
    .select(["words.id", "words.updated_at_ms", "word_versions.updated_at_ms as version_ms"])
    .where(idsIn(db, "words.id", wordIds))
    .execute();
  return new Map(
    rows.map((row) => [row.id, Math.max(Number(row.updated_at_ms), Number(row.version_ms ?? 0))]),
  );
}

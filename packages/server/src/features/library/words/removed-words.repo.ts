import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Maximum number of words returned at a time. */
const PAGE_SIZE = 1_000;

const TARGET = {
  table: "removed_words",
  columns: { word_id: "text", removed_at_ms: "integer" },
  key: ["word_id"],
} as const;

/**
 * Call in the transaction that removes the words. Answers in flight may still write rows about
 * them, and a worker cleans up after a minute. These rows survive a restart, and any process can do
 * it.
 */
export async function noteRemovedWords(
  tx: Database,
  ids: readonly string[],
  atMs: number,
): Promise<void> {
  const rows = ids.map((id) => ({ word_id: id, removed_at_ms: atMs }));
  await upsertMany(tx, TARGET, rows);
}

/** Ids of words removed up to this time, oldest first. */
export async function listRemovedWords(db: Database, untilMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom("removed_words")
    .select("word_id")
    .where("removed_at_ms", "<=", untilMs)
    .orderBy("removed_at_ms")
    .orderBy("word_id")
    .limit(PAGE_SIZE)
    .execute();
  return rows.map((row) => row.word_id);
}

export async function forgetRemovedWords(tx: Database, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom("removed_words")
    .where(idsIn(tx, "word_id", ids))
    .execute();
}

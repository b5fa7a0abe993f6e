import type { Database } from "../../../platform/database/tables.ts";

/** A word's stored memory and due date. */
export interface StoredMemory {
  readonly memory_json: string | null;
  readonly next_review_at_ms: number | null;
}

/** Memories of words that the learner has answered, in key order. */
export async function listMemories(
  db: Database,
  userId: string,
  limit: number,
): Promise<StoredMemory[]> {
  return db
    .selectFrom("word_states")
    .select(["memory_json", "next_review_at_ms"])
    .where("user_id", "=", userId)
    .where("memory_json", "is not", null)
    .orderBy("word_id")
    .limit(limit)
    .execute();
}

export async function countMemories(db: Database, userId: string): Promise<number> {
  const { words } = await db
    .selectFrom("word_states")
    .select((eb) => eb.fn.countAll().as("words"))
    .where("user_id", "=", userId)
    .where("memory_json", "is not", null)
    .executeTakeFirstOrThrow();
  return Number(words);
}

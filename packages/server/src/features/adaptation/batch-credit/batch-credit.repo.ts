import type { Database } from "../../../platform/database/tables.ts";

/** Learners with a batch that is due, the longest waiting first. */
export async function listLearnersToSettle(
  db: Database,
  nowMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom("engine_states")
    .select("user_id")
    .where("settle_at_ms", "<=", nowMs)
    .orderBy("settle_at_ms")
    .orderBy("user_id")
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}

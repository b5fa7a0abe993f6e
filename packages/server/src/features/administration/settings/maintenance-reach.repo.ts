import type { Database } from "../../../platform/database/tables.ts";

/** Number of learners whose devices were seen since a time. */
export async function countActiveLearners(db: Database, sinceMs: number): Promise<number> {
  const { count } = await db
    .selectFrom("devices")
    .select((on) => on.fn.count<number | string>("user_id").distinct().as("count"))
    .where("last_seen_at_ms", ">=", sinceMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

import type { Database } from "../../platform/database/tables.ts";

/** Sessions the learner began; served by learning_sessions_user. */
export async function countLearningSessions(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom("learning_sessions")
    .select((expression) => expression.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

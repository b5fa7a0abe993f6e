import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Number of sessions started by the learner; served by learning_sessions_user. */
export async function countLearningSessions(db: Database, userId: string): Promise<number> {
  return countRows(db.selectFrom("learning_sessions").where("user_id", "=", userId));
}

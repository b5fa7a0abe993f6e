import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** The given learners who answered on any of these days, both inclusive. */
export async function listActiveLearners(
  db: Database,
  userIds: readonly string[],
  days: { firstDay: string; lastDay: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom("daily_activity")
    .select("user_id")
    .distinct()
    .where(idsIn(db, "user_id", userIds))
    .where("day", ">=", days.firstDay)
    .where("day", "<=", days.lastDay)
    .where("answers", ">", 0)
    .execute();
  return rows.map((row) => row.user_id);
}

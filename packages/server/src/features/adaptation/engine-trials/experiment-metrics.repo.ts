import { idsIn } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

export interface ActiveDay {
  readonly user_id: string;
  readonly day: string;
  readonly answers: number;
}

/** Days with answers of these learners, from `firstDay` on. */
export async function listActiveDaysOf(
  db: Database,
  userIds: readonly string[],
  firstDay: string,
): Promise<ActiveDay[]> {
  return db
    .selectFrom("daily_activity")
    .select(({ fn }) => ["user_id", "day", fn.sum<number>("answers").as("answers")])
    .where(idsIn(db, "user_id", userIds))
    .where("day", ">=", firstDay)
    .where("answers", ">", 0)
    .groupBy(["user_id", "day"])
    .execute();
}

/** Learning sessions of these learners that were started in this period. */
export async function listSessionsOf(
  db: Database,
  userIds: readonly string[],
  fromMs: number,
  untilMs: number,
): Promise<{ user_id: string; status: string; created_at_ms: number }[]> {
  return db
    .selectFrom("learning_sessions")
    .select(["user_id", "status", "created_at_ms"])
    .where(idsIn(db, "user_id", userIds))
    .where("created_at_ms", ">=", fromMs)
    .where("created_at_ms", "<", untilMs)
    .execute();
}

/**
 * Learners whose first day with an answer is in the span, with that day as day of exposure. They
 * are the baseline of metrics without an experiment.
 */
export async function listNewcomers(
  db: Database,
  span: { readonly firstDay: string; readonly lastDay: string },
  limit: number,
): Promise<{ user_id: string; exposed_day: string }[]> {
  return db
    .selectFrom("daily_activity")
    .select(({ fn }) => ["user_id", fn.min<string>("day").as("exposed_day")])
    .where("answers", ">", 0)
    .groupBy("user_id")
    .having(({ fn }) => fn.min<string>("day"), ">=", span.firstDay)
    .having(({ fn }) => fn.min<string>("day"), "<=", span.lastDay)
    .limit(limit)
    .execute();
}

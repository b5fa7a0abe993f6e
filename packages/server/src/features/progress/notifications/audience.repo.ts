import type { Database } from "../../../platform/database/tables.ts";

/** A learner with notifications enabled, and the start of the learner's day. */
export interface RecipientRow {
  readonly id: string;
  /** null: the operator's zone. */
  readonly time_zone: string | null;
  readonly day_start_hour: number;
}

/** Learners who are not banned and have notifications enabled, ordered by id. */
export async function listRecipients(
  db: Database,
  afterId: string,
  limit: number,
): Promise<RecipientRow[]> {
  return db
    .selectFrom("users")
    .leftJoin("preferences", "preferences.user_id", "users.id")
    .select(({ fn, val }) => [
      "users.id",
      "preferences.time_zone",
      fn.coalesce("preferences.day_start_hour", val(0)).as("day_start_hour"),
    ])
    .where("users.id", ">", afterId)
    .where("users.is_banned", "=", 0)
    .where(({ eb, fn, val }) => eb(fn.coalesce("preferences.notification_enabled", val(1)), "=", 1))
    .orderBy("users.id")
    .limit(limit)
    .execute();
}

import type { LearnerAction } from "@wordloom/contract";
import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";
import type { ActivityLogTable } from "./activity-log.tables.ts";

export type ActivityRow = Selectable<ActivityLogTable>;

export async function insertActions(
  tx: Database,
  rows: readonly Insertable<ActivityLogTable>[],
): Promise<void> {
  await tx.insertInto("activity_log").values(rows).execute();
}

/** Newest first. Served by activity_log_user. */
export async function listActions(
  db: Database,
  query: {
    readonly userId: string;
    readonly action?: LearnerAction | undefined;
    readonly limit: number;
    readonly offset?: number | undefined;
  },
): Promise<ActivityRow[]> {
  const { userId, action, limit, offset = 0 } = query;
  return db
    .selectFrom("activity_log")
    .selectAll()
    .where("user_id", "=", userId)
    .$if(action !== undefined, (some) => some.where("action", "=", action ?? "login"))
    .orderBy("id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
}

/** @returns number of rows removed, at most the limit */
export async function removeActionsBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const removed = await db
    .deleteFrom("activity_log")
    .where("id", "in", ({ selectFrom }) =>
      selectFrom("activity_log").select("id").where("created_at_ms", "<", beforeMs).limit(limit),
    )
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

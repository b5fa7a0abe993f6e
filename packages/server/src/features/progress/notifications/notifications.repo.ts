import type { Selectable } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { NotificationsTable } from "./notifications.tables.ts";

export type NotificationRow = Selectable<NotificationsTable>;

const TARGET = {
  table: "notifications",
  columns: {
    id: "text",
    user_id: "text",
    type: "text",
    title: "text",
    message: "text",
    content_json: "text",
    word_id: "text",
    overdue_hours: "real",
    once_key: "text",
    read_at_ms: "integer",
    created_at_ms: "integer",
  },
  key: ["once_key", "user_id"],
  onConflict: "ignore",
} as const;

/** Skips notifications whose once_key the learner already has. Returns the number of new rows. */
export async function insertNotifications(
  db: Database,
  rows: readonly NotificationRow[],
): Promise<number> {
  return upsertMany(db, TARGET, rows);
}

/** Newest first. Served by notifications_user, or notifications_unread. */
export async function listNewestNotifications(
  db: Database,
  userId: string,
  options: { limit: number; unreadOnly: boolean },
): Promise<NotificationRow[]> {
  return db
    .selectFrom("notifications")
    .selectAll()
    .where("user_id", "=", userId)
    .$if(options.unreadOnly, (query) => query.where("read_at_ms", "is", null))
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(options.limit)
    .execute();
}

export async function countUnread(db: Database, userId: string): Promise<number> {
  return countRows(
    db.selectFrom("notifications").where("user_id", "=", userId).where("read_at_ms", "is", null),
  );
}

/**
 * Marks a notification as read, keeping the time of the first reading. Undefined if the learner has
 * no such notification.
 */
export async function markOneRead(
  db: Database,
  own: { id: string; userId: string },
  nowMs: number,
): Promise<NotificationRow | undefined> {
  return db
    .updateTable("notifications")
    .set((expression) => ({
      read_at_ms: expression.fn.coalesce("read_at_ms", expression.val(nowMs)),
    }))
    .where("id", "=", own.id)
    .where("user_id", "=", own.userId)
    .returningAll()
    .executeTakeFirst();
}

/** @returns how many were unread */
export async function markAllUnreadRead(
  db: Database,
  userId: string,
  nowMs: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable("notifications")
    .set({ read_at_ms: nowMs })
    .where("user_id", "=", userId)
    .where("read_at_ms", "is", null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Which of these once_keys these learners already have. */
export async function listSentKeys(
  db: Database,
  userIds: readonly string[],
  onceKeys: readonly string[],
): Promise<{ userId: string; onceKey: string }[]> {
  const rows = await db
    .selectFrom("notifications")
    .select(["user_id", "once_key"])
    .where("once_key", "in", onceKeys)
    .where(idsIn(db, "user_id", userIds))
    .execute();
  return rows.map((row) => ({ userId: row.user_id, onceKey: row.once_key ?? "" }));
}

/** Served by notifications_read. @returns how many were removed, at most `limit` */
export async function removeReadBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("notifications")
    .where("id", "in", (query) =>
      query
        .selectFrom("notifications")
        .select("id")
        .where("read_at_ms", "is not", null)
        .where("created_at_ms", "<", beforeMs)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

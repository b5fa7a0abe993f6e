import type { Insertable, Selectable, Updateable } from "kysely";
import { countRows } from "../../../platform/database/count-rows.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { FeedbackRow } from "./feedback.repo.ts";
import type {
  FeedbackEventsTable,
  FeedbackRepliesTable,
  FeedbackTable,
} from "./feedback.tables.ts";

export type FeedbackReplyRow = Selectable<FeedbackRepliesTable>;
export type FeedbackEventRow = Selectable<FeedbackEventsTable>;

/** Feedback with the name of its learner. */
export interface AdminFeedbackRow extends FeedbackRow {
  readonly username: string | null;
}

/** Absent fields match everything. */
export interface AdminFeedbackFilter {
  readonly category?: string | undefined;
  readonly status?: FeedbackRow["status"] | undefined;
  readonly priority?: FeedbackRow["priority"] | undefined;
  readonly unread?: boolean | undefined;
  readonly assigned?: boolean | undefined;
}

/** Start of an export page: after this item, newest first. */
export interface FeedbackPlace {
  readonly created_at_ms: number;
  readonly id: string;
}

/** Newest first. Served by feedback_time. */
export async function listAdminFeedback(
  db: Database,
  filter: AdminFeedbackFilter,
  window: { readonly limit: number; readonly offset: number },
): Promise<AdminFeedbackRow[]> {
  return newest(db, filter).limit(window.limit).offset(window.offset).execute();
}

export async function countAdminFeedback(
  db: Database,
  filter: AdminFeedbackFilter,
): Promise<number> {
  return countRows(matching(db, filter));
}

/** A page of the export with the number of replies and the assignee's address, newest first. */
export async function listFeedbackAfter(
  db: Database,
  filter: AdminFeedbackFilter,
  after: FeedbackPlace | undefined,
  limit: number,
) {
  return newest(db, filter)
    .leftJoin("admins", "admins.id", "feedback.assignee_admin_id")
    .select(({ selectFrom }) => [
      "admins.email as assignee",
      selectFrom("feedback_replies")
        .select((on) => on.fn.countAll<number | string>().as("count"))
        .whereRef("feedback_replies.feedback_id", "=", "feedback.id")
        .as("replies"),
    ])
    .$if(after !== undefined, (query) => {
      const { created_at_ms: atMs, id } = after ?? { created_at_ms: 0, id: "" };
      return query.where(({ and, eb, or }) =>
        or([
          eb("feedback.created_at_ms", "<", atMs),
          and([eb("feedback.created_at_ms", "=", atMs), eb("feedback.id", ">", id)]),
        ]),
      );
    })
    .limit(limit)
    .execute();
}

export async function findFeedback(
  db: Database,
  id: string,
): Promise<AdminFeedbackRow | undefined> {
  return db
    .selectFrom("feedback")
    .leftJoin("users", "users.id", "feedback.user_id")
    .selectAll("feedback")
    .select("users.username")
    .where("feedback.id", "=", id)
    .executeTakeFirst();
}

/** Prevents others from changing the item until the end of the transaction. */
export async function lockFeedback(tx: Database, id: string): Promise<void> {
  await forUpdate(tx, tx.selectFrom("feedback").select("id").where("id", "=", id)).execute();
}

export async function updateFeedback(
  tx: Database,
  id: string,
  columns: Updateable<FeedbackTable>,
): Promise<void> {
  await tx.updateTable("feedback").set(columns).where("id", "=", id).execute();
}

/** @returns false if it was read before */
export async function markFeedbackRead(tx: Database, id: string, atMs: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("feedback")
    .set({ read_at_ms: atMs })
    .where("id", "=", id)
    .where("read_at_ms", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function insertFeedbackReply(
  tx: Database,
  row: Insertable<FeedbackRepliesTable>,
): Promise<void> {
  await tx.insertInto("feedback_replies").values(row).execute();
}

export async function insertFeedbackEvents(
  tx: Database,
  rows: readonly Insertable<FeedbackEventsTable>[],
): Promise<void> {
  await tx.insertInto("feedback_events").values(rows).execute();
}

/** Newest first. Served by feedback_replies_item. */
export async function listFeedbackReplies(
  db: Database,
  feedbackId: string,
  limit: number,
): Promise<FeedbackReplyRow[]> {
  return db
    .selectFrom("feedback_replies")
    .selectAll()
    .where("feedback_id", "=", feedbackId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Newest first. Served by feedback_events_item. */
export async function listFeedbackEvents(
  db: Database,
  feedbackId: string,
  limit: number,
): Promise<FeedbackEventRow[]> {
  return db
    .selectFrom("feedback_events")
    .selectAll()
    .where("feedback_id", "=", feedbackId)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

function newest(db: Database, filter: AdminFeedbackFilter) {
  return matching(db, filter)
    .leftJoin("users", "users.id", "feedback.user_id")
    .selectAll("feedback")
    .select("users.username")
    .orderBy("feedback.created_at_ms", "desc")
    .orderBy("feedback.id");
}

function matching(db: Database, filter: AdminFeedbackFilter) {
  const { category, status, priority, unread, assigned } = filter;
  return db
    .selectFrom("feedback")
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? ""))
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "open"))
    .$if(priority !== undefined, (query) => query.where("priority", "=", priority ?? "normal"))
    .$if(unread !== undefined, (query) =>
      query.where("read_at_ms", unread === true ? "is" : "is not", null),
    )
    .$if(assigned !== undefined, (query) =>
      query.where("assignee_admin_id", assigned === true ? "is not" : "is", null),
    );
}

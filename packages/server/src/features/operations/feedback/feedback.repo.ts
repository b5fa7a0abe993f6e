import type { Insertable, Selectable } from "kysely";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { FeedbackTable } from "./feedback.tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

export type FeedbackRow = Selectable<FeedbackTable>;

/** Filter of a list. Absent fields match everything. */
export interface FeedbackFilter {
  readonly userId?: string | undefined;
  readonly status?: FeedbackRow["status"] | undefined;
  readonly category?: string | undefined;
}

export async function insertFeedback(
  db: Database,
  row: Insertable<FeedbackTable>,
): Promise<FeedbackRow> {
  return db.insertInto("feedback").values(row).returningAll().executeTakeFirstOrThrow();
}

/** Newest first. Served by feedback_user for one learner, by feedback_time for all. */
export async function listNewestFeedback(
  db: Database,
  filter: FeedbackFilter,
  window: RowWindow,
): Promise<FeedbackRow[]> {
  return matching(db, filter)
    .selectAll()
    .orderBy("created_at_ms", "desc")
    .orderBy("id")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countFeedback(db: Database, filter: FeedbackFilter): Promise<number> {
  return countRows(matching(db, filter));
}

function matching(db: Database, { userId, status, category }: FeedbackFilter) {
  return db
    .selectFrom("feedback")
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .$if(status !== undefined, (query) => query.where("status", "=", status ?? "open"))
    .$if(category !== undefined, (query) => query.where("category", "=", category ?? ""));
}

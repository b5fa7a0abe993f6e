import { sql } from "kysely";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { FeedbackRow } from "./feedback.repo.ts";

export interface FeedbackCounts {
  readonly status: FeedbackRow["status"];
  readonly items: number;
  readonly unread: number;
  readonly assigned: number;
  /** Created since a time. */
  readonly recent: number;
}

/** Numbers of feedback by status. */
export async function countFeedbackByStatus(
  db: Database,
  recentSinceMs: number,
): Promise<FeedbackCounts[]> {
  const { rows } = await sql<Record<keyof FeedbackCounts, never>>`
    select status, count(*) as items,
      count(case when read_at_ms is null then 1 end) as unread,
      count(assignee_admin_id) as assigned,
      count(case when created_at_ms >= ${recentSinceMs} then 1 end) as recent
    from feedback group by status
  `.execute(db);
  return rows.map((row) => ({
    status: row.status,
    items: Number(row.items),
    unread: Number(row.unread),
    assigned: Number(row.assigned),
    recent: Number(row.recent),
  }));
}

/** Numbers of feedback by category, largest first. */
export async function countFeedbackByCategory(
  db: Database,
  limit: number,
): Promise<{ category: string; count: number }[]> {
  const rows = await db
    .selectFrom("feedback")
    .select(["category", (on) => on.fn.countAll<number | string>().as("count")])
    .groupBy("category")
    .orderBy("count", "desc")
    .orderBy("category")
    .limit(limit)
    .execute();
  return rows.map(({ category, count }) => ({ category, count: Number(count) }));
}

/** How much of the feedback created since then got a response. Served by feedback_time. */
export async function countResponses(db: Database, sinceMs: number): Promise<number> {
  return countRows(responded(db, sinceMs));
}

/** Some of the response times of feedback created since then, in milliseconds, shortest first. */
export async function listResponseTimes(
  db: Database,
  sinceMs: number,
  window: { readonly limit: number; readonly offset: number },
): Promise<number[]> {
  const rows = await responded(db, sinceMs)
    .select(sql<number | string>`first_response_at_ms - created_at_ms`.as("took_ms"))
    .orderBy("took_ms")
    .limit(window.limit)
    .offset(window.offset)
    .execute();
  return rows.map((row) => Number(row.took_ms));
}

function responded(db: Database, sinceMs: number) {
  return db
    .selectFrom("feedback")
    .where("created_at_ms", ">=", sinceMs)
    .where("first_response_at_ms", "is not", null);
}

import { sql, type Selectable } from "kysely";
import { countRows } from "../../../platform/database/count-rows.ts";
import type { Database, Tables } from "../../../platform/database/tables.ts";
import type { RowWindow } from "../../../platform/basics/page.ts";

/** Sessions of one learner started within this time span; `untilMs` is exclusive. */
export interface SessionSpan {
  readonly userId: string;
  readonly fromMs?: number | undefined;
  readonly untilMs?: number | undefined;
}

/** Newest first. Served by learning_sessions_user. */
export async function listSessionsWithin(
  db: Database,
  span: SessionSpan,
  window: RowWindow,
): Promise<Selectable<Tables["learning_sessions"]>[]> {
  return db
    .selectFrom("learning_sessions")
    .selectAll()
    .where(within(span))
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(window.perPage)
    .offset(window.offset)
    .execute();
}

export async function countSessionsWithin(db: Database, span: SessionSpan): Promise<number> {
  return countRows(db.selectFrom("learning_sessions").where(within(span)));
}

function within({ userId, fromMs, untilMs }: SessionSpan) {
  const from = fromMs === undefined ? sql`` : sql`and created_at_ms >= ${fromMs}`;
  const until = untilMs === undefined ? sql`` : sql`and created_at_ms < ${untilMs}`;
  return sql<boolean>`user_id = ${userId} ${from} ${until}`;
}

import type { Database } from "../../../platform/database/tables.ts";
import { countRows } from "../../../platform/database/count-rows.ts";

/** Notices to administrators since a time, newest first. */
export async function listNoticesSince(db: Database, sinceMs: number, limit: number) {
  return db
    .selectFrom("admin_notices")
    .select(["severity", "title", "message", "code", "args_json", "created_at_ms"])
    .where("created_at_ms", ">=", sinceMs)
    .orderBy("created_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export async function countIncidentsSince(db: Database, sinceMs: number): Promise<number> {
  return countRows(
    db
      .selectFrom("admin_notices")
      .where("created_at_ms", ">=", sinceMs)
      .where("kind", "=", "incident"),
  );
}

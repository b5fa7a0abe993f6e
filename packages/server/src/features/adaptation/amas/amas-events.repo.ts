import { sql } from "kysely";
import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

const LEDGER = {
  table: "amas_events",
  columns: { user_id: "text", client_event_id: "text", created_at_ms: "integer" },
  key: ["user_id", "client_event_id"],
  onConflict: "fail",
} as const;

/** Which of these event ids the learner has used before. */
export async function listUsedEventIds(
  db: Database,
  userId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("amas_events")
    .select("client_event_id")
    .where("user_id", "=", userId)
    .where(idsIn(db, "client_event_id", ids))
    .execute();
  return rows.map((row) => row.client_event_id);
}

/** @returns number of ids removed, at most the limit */
export async function removeEventIdsBefore(
  db: Database,
  beforeMs: number,
  limit: number,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from amas_events where (user_id, client_event_id) in (
      select user_id, client_event_id from amas_events
      where created_at_ms < ${beforeMs} order by created_at_ms limit ${limit}
    )`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * Stores the ids of processed events. The caller holds the learner's lock and has checked that the
 * ids are unused; should one be used after all, the primary key fails the transaction.
 */
export async function insertEventIds(
  tx: Database,
  userId: string,
  ids: readonly string[],
  atMs: number,
): Promise<void> {
  const rows = ids.map((id) => ({ user_id: userId, client_event_id: id, created_at_ms: atMs }));
  await upsertMany(tx, LEDGER, rows);
}

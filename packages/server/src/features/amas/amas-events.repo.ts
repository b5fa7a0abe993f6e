import type { Database } from "../../platform/database/tables.ts";

/**
 * Notes that an engine event was taken in.
 *
 * @returns false when this learner already sent it; one statement, so racing copies cannot both win
 */
export async function insertAmasEventOnce(
  tx: Database,
  row: { userId: string; clientEventId: string; atMs: number },
): Promise<boolean> {
  const inserted = await tx
    .insertInto("amas_events")
    .values({
      user_id: row.userId,
      client_event_id: row.clientEventId,
      created_at_ms: row.atMs,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "client_event_id"]).doNothing())
    .executeTakeFirst();
  return Number(inserted.numInsertedOrUpdatedRows ?? 0n) > 0;
}

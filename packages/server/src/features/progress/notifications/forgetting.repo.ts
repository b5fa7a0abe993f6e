import { sql } from "kysely";
import { idsIn, pairTable } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** Removes unread reminders of these words: new ones with current hours replace them. */
export async function removeUnreadReminders(
  db: Database,
  pairs: readonly (readonly [userId: string, wordId: string])[],
): Promise<void> {
  const userIds = [...new Set(pairs.map(([userId]) => userId))];
  await sql`
    delete from notifications
    where ${idsIn(db, "user_id", userIds)} and read_at_ms is null and type = 'reminder'
      and (user_id, word_id) in (select a, b from ${pairTable(db, pairs)} as asked)
  `.execute(db);
}

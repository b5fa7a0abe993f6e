import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/**
 * Learners active since a time, each once: those who made a request, whose device was seen, who
 * signed in or renewed a sign-in, or whose answer waits to be applied.
 */
export async function listActiveLearners(db: Database, sinceMs: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    select id as user_id from users where coalesce(last_seen_at_ms, 0) >= ${sinceMs}
    union select user_id from devices where last_seen_at_ms >= ${sinceMs} and user_id is not null
    union select account_id from sessions where kind = 'learner'
      and (created_at_ms >= ${sinceMs} or rotated_at_ms >= ${sinceMs})
    union select user_id from answer_outbox where accepted_at_ms >= ${sinceMs}
  `.execute(db);
  return rows.map((row) => row.user_id);
}

import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** A learner's count of a UTC day. */
export interface SpeechDay {
  readonly userId: string;
  readonly day: string;
}

/**
 * Counts one more sound of the day unless that exceeds the limit, and forgets earlier days.
 *
 * @returns whether it was counted
 */
export async function raiseSpeechCount(
  db: Database,
  { userId, day }: SpeechDay,
  limit: number,
): Promise<boolean> {
  if (limit < 1) return false;
  const { rows } = await sql`
    insert into speech_counts (user_id, day, count) values (${userId}, ${day}, 1)
    on conflict (user_id) do update set
      count = 1 + case when speech_counts.day = excluded.day then speech_counts.count else 0 end,
      day = excluded.day
    where speech_counts.day <> excluded.day or speech_counts.count < ${limit}
    returning count
  `.execute(db);
  return rows.length > 0;
}

/** Takes one back, for a sound that could not be made. */
export async function lowerSpeechCount(db: Database, { userId, day }: SpeechDay): Promise<void> {
  await db
    .updateTable("speech_counts")
    .set({ count: sql`count - 1` })
    .where("user_id", "=", userId)
    .where("day", "=", day)
    .where("count", ">", 0)
    .execute();
}

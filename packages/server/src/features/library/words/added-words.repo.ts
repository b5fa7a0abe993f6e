import { sql } from "kysely";
import type { Database } from "../../../platform/database/tables.ts";

/** Number of words that a learner has added on this day. */
export async function findAddedCount(db: Database, userId: string, day: string): Promise<number> {
  const row = await db
    .selectFrom("added_words")
    .select("count")
    .where("user_id", "=", userId)
    .where("day", "=", day)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Adds to the day's count, and deletes counts of earlier days. @returns the day's count */
export async function raiseAddedCount(
  tx: Database,
  added: { readonly userId: string; readonly day: string; readonly count: number },
): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`
    insert into added_words (user_id, day, count)
    values (${added.userId}, ${added.day}, ${added.count})
    on conflict (user_id) do update set
      count = excluded.count
        + case when added_words.day = excluded.day then added_words.count else 0 end,
      day = excluded.day
    returning count
  `.execute(tx);
  return Number(rows[0]?.count);
}

import { sql } from "kysely";
import { idTable } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

export interface MissedRow {
  readonly word_id: string;
  readonly misses: number;
  readonly last_missed_ms: number;
  readonly memory_json: string;
}

/**
 * Words with a wrong answer since this time, most missed first. Leaves out dismissed words and
 * those the learner has marked as known or reset, which have no review time.
 */
export async function listMissedWords(
  db: Database,
  userId: string,
  sinceMs: number,
): Promise<MissedRow[]> {
  const { rows } = await sql<MissedRow>`
    select missed.word_id, missed.misses, missed.last_missed_ms, word_states.memory_json
    from (
      select word_id, count(*) as misses, max(created_at_ms) as last_missed_ms
      from records
      where user_id = ${userId} and created_at_ms >= ${sinceMs} and is_correct = 0
      group by word_id
    ) as missed
    join word_states
      on word_states.user_id = ${userId} and word_states.word_id = missed.word_id
    where word_states.next_review_at_ms is not null and word_states.memory_json is not null
      and not exists (
        select 1 from slip_dismissals
        where slip_dismissals.user_id = ${userId}
          and slip_dismissals.word_id = missed.word_id
          and slip_dismissals.dismissed_at_ms >= missed.last_missed_ms
      )
    order by missed.misses desc, missed.last_missed_ms desc, missed.word_id
  `.execute(db);
  return rows.map((row) => ({ ...row, misses: Number(row.misses) }));
}

/** Details of the wrong answers to these words since this time, as the client sent them. */
export async function listMissDetails(
  db: Database,
  userId: string,
  wordIds: readonly string[],
  sinceMs: number,
): Promise<{ word_id: string; details_json: string }[]> {
  const { rows } = await sql<{ word_id: string; details_json: string }>`
    select records.word_id, records.details_json
    from ${idTable(db, wordIds)} as wanted cross join records
    where records.user_id = ${userId} and records.word_id = wanted.id
      and records.created_at_ms >= ${sinceMs} and records.is_correct = 0
      and records.details_json is not null
  `.execute(db);
  return rows;
}

/** Dismisses a word from the list. */
export async function upsertDismissal(
  tx: Database,
  userId: string,
  wordId: string,
  atMs: number,
): Promise<void> {
  await tx
    .insertInto("slip_dismissals")
    .values({ user_id: userId, word_id: wordId, dismissed_at_ms: atMs })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "word_id"]).doUpdateSet({ dismissed_at_ms: atMs }),
    )
    .execute();
}

/** @returns whether the word was dismissed */
export async function removeDismissal(
  tx: Database,
  userId: string,
  wordId: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("slip_dismissals")
    .where("user_id", "=", userId)
    .where("word_id", "=", wordId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

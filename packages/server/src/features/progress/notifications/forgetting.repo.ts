import { sql } from "kysely";
import { isDue } from "../word-states/due.ts";
import { idsIn, pairTable } from "../../../platform/database/bulk.ts";
import type { Database } from "../../../platform/database/tables.ts";

/** A learner, and the end of the learner's current day. */
export interface ReminderRecipient {
  readonly id: string;
  readonly dayEndMs: number;
}

/** A word that is due for review. */
export interface DueWord {
  readonly user_id: string;
  readonly word_id: string;
  readonly text: string;
  readonly due_at_ms: number;
}

/** Offsets of the reminders a learner gets per day. */
const OFFSETS = [0, 1, 2, 3, 4];

/**
 * The most overdue words of each of these learners, at most five, most overdue first; suspended
 * words are left out.
 *
 * Each offset is looked up separately through word_states_due, so that the cost does not depend on
 * how many words are due.
 */
export async function listMostOverdue(
  db: Database,
  recipients: readonly ReminderRecipient[],
  nowMs: number,
): Promise<DueWord[]> {
  const ends = pairTable(
    db,
    recipients.map(({ id, dayEndMs }) => [id, String(dayEndMs)]),
  );
  const dayEndMs = sql`cast(recipients.b as bigint)`;
  const candidates = OFFSETS.map(
    (offset) => sql`
      select recipients.a as user_id, (
        select word_id from word_states
        where word_states.user_id = recipients.a and ${isDue({ nowMs, dayEndMs })}
          and not exists (
            select 1 from suspended_words
            where suspended_words.user_id = word_states.user_id
              and suspended_words.word_id = word_states.word_id
              and (suspended_words.until_ms is null or suspended_words.until_ms > ${nowMs})
          )
        order by next_review_at_ms, word_id limit 1 offset ${sql.lit(offset)}
      ) as word_id
      from ${ends} as recipients`,
  );
  const { rows } = await sql<DueWord>`
    with due as materialized (${sql.join(candidates, sql` union all `)})
    select due.user_id, due.word_id, words.text, word_states.next_review_at_ms as due_at_ms
    from due
    join word_states
      on word_states.user_id = due.user_id and word_states.word_id = due.word_id
    join words on words.id = due.word_id
      and (words.owner_id is null or words.owner_id = due.user_id)
    order by due.user_id, due_at_ms, due.word_id
  `.execute(db);
  return rows;
}

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

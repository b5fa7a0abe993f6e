import type { Database } from "../../../platform/database/tables.ts";

export interface DeadLetterRow {
  readonly seq: number;
  readonly user_id: string;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly accepted_at_ms: number;
  readonly dead_at_ms: number;
}

/** Dead letters, latest first. */
export async function listDeadLetters(db: Database, limit: number): Promise<DeadLetterRow[]> {
  return db
    .selectFrom("answer_outbox")
    .select(["seq", "user_id", "attempts", "last_error", "accepted_at_ms", "dead_at_ms"])
    .where("dead_at_ms", "is not", null)
    .orderBy("dead_at_ms", "desc")
    .orderBy("seq", "desc")
    .limit(limit)
    .$narrowType<{ dead_at_ms: number }>()
    .execute();
}

/** @returns the learner; undefined without such a dead letter */
export async function findDeadLetter(db: Database, seq: number): Promise<string | undefined> {
  const row = await db
    .selectFrom("answer_outbox")
    .select("user_id")
    .where("seq", "=", seq)
    .where("dead_at_ms", "is not", null)
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns whether it was a dead letter */
export async function reviveDeadLetter(
  db: Database,
  seq: number,
  runAfterMs: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("answer_outbox")
    .set({ attempts: 0, run_after_ms: runAfterMs, last_error: null, dead_at_ms: null })
    .where("seq", "=", seq)
    .where("dead_at_ms", "is not", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** @returns whether it was a dead letter */
export async function removeDeadLetter(db: Database, seq: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("answer_outbox")
    .where("seq", "=", seq)
    .where("dead_at_ms", "is not", null)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

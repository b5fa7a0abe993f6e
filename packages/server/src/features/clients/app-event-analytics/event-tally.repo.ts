import { idsIn, upsertMany } from "../../../platform/database/bulk.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";

/** Id of the only row of app_event_progress. */
const PROGRESS_ROW = 1;

const LEARNERS = {
  table: "app_event_learners",
  columns: { user_id: "text", first_day: "text" },
  key: ["user_id"],
  onConflict: "ignore",
} as const;

/** A learner's number in the learner sets. */
export interface NumberedLearner {
  readonly no: number;
  readonly user_id: string;
  /** Day of the first event. */
  readonly first_day: string;
}

/** The seq up to which events are included in the totals. */
export async function readCountedSeq(db: Database): Promise<number> {
  const row = await db.selectFrom("app_event_progress").select("counted_seq").executeTakeFirst();
  return row?.counted_seq ?? 0;
}

/** Like {@link readCountedSeq}, but locks the totals until the end of the transaction. */
export async function lockCountedSeq(tx: OpenTransaction): Promise<number> {
  await tx
    .insertInto("app_event_progress")
    .values({ id: PROGRESS_ROW, counted_seq: 0 })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
  const query = tx.selectFrom("app_event_progress").select("counted_seq");
  return (await forUpdate(tx, query).executeTakeFirstOrThrow()).counted_seq;
}

export async function saveCountedSeq(tx: OpenTransaction, countedSeq: number): Promise<void> {
  await tx.updateTable("app_event_progress").set({ counted_seq: countedSeq }).execute();
}

export async function listLearners(
  db: Database,
  userIds: readonly string[],
): Promise<NumberedLearner[]> {
  return db
    .selectFrom("app_event_learners")
    .selectAll()
    .where(idsIn(db, "user_id", userIds))
    .execute();
}

/** Assigns numbers to learners without one. */
export async function insertLearners(
  tx: OpenTransaction,
  learners: readonly { user_id: string; first_day: string }[],
): Promise<void> {
  await upsertMany(tx, LEARNERS, learners);
}

export async function updateFirstDay(
  tx: OpenTransaction,
  userId: string,
  firstDay: string,
): Promise<void> {
  await tx
    .updateTable("app_event_learners")
    .set({ first_day: firstDay })
    .where("user_id", "=", userId)
    .execute();
}

import { idsIn } from "../../../platform/database/bulk.ts";
import { forUpdateOfFree } from "../../../platform/database/row-locks.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";

export interface LearnerToSettle {
  readonly user_id: string;
  readonly settle_at_ms: number;
}

/**
 * Learners with a due batch, longest waiting first, skipping those locked by another transaction.
 *
 * @param after  the last learner seen
 */
export async function listLearnersToSettle(
  db: Database,
  nowMs: number,
  { after, limit }: { readonly after: LearnerToSettle | undefined; readonly limit: number },
): Promise<LearnerToSettle[]> {
  const query = db
    .selectFrom("engine_states")
    .select(["user_id", "settle_at_ms"])
    .$narrowType<{ settle_at_ms: number }>()
    .where("settle_at_ms", "<=", nowMs)
    .$if(after !== undefined, (rest) =>
      rest.where(({ eb, refTuple, tuple }) =>
        eb(
          refTuple("settle_at_ms", "user_id"),
          ">",
          tuple(after?.settle_at_ms ?? 0, after?.user_id ?? ""),
        ),
      ),
    )
    .orderBy("settle_at_ms")
    .orderBy("user_id")
    .limit(limit);
  return forUpdateOfFree(db, query).execute();
}

/**
 * The given learners whose batches are still due, locked for the rest of the transaction. Skips
 * learners whom another process is settling or has just settled.
 */
export async function lockLearnersToSettle(
  tx: OpenTransaction,
  userIds: readonly string[],
  nowMs: number,
): Promise<string[]> {
  const query = tx
    .selectFrom("engine_states")
    .select("user_id")
    .where(idsIn(tx, "user_id", userIds))
    .where("settle_at_ms", "<=", nowMs)
    .orderBy("user_id");
  const rows = await forUpdateOfFree(tx, query).execute();
  return rows.map((row) => row.user_id);
}

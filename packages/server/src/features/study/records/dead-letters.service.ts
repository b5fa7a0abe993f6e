import type { Deps } from "../../../deps.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { onCommit, transact } from "../../../platform/database/transaction.ts";
import {
  findDeadLetter,
  listDeadLetters as listRows,
  removeDeadLetter,
  reviveDeadLetter,
  type DeadLetterRow,
} from "./dead-letters.repo.ts";
import { addWaiting } from "./waiting-learners.service.ts";

/** Answers that were given up, latest first. */
export function listDeadLetters(db: Database, limit: number): Promise<DeadLetterRow[]> {
  return listRows(db, limit);
}

/**
 * Makes a dead letter due as if it had just been accepted. It keeps its position, although later
 * answers of its learner may have been applied already.
 *
 * @param note  runs in the transaction
 * @returns whether there is such a dead letter
 */
export async function requeueDeadLetter(
  needs: Pick<Deps, "clock" | "database" | "jobs">,
  seq: number,
  note: (tx: OpenTransaction) => Promise<void>,
): Promise<boolean> {
  const userId = await findDeadLetter(needs.database, seq);
  if (userId === undefined) return false;
  await addWaiting(needs, [userId]);
  return transact(needs.database, async (tx) => {
    const isRevived = await reviveDeadLetter(tx, seq, needs.clock.nowMs());
    if (!isRevived) return false;
    await note(tx);
    onCommit(tx, () => needs.jobs.wake("records_outbox"));
    return true;
  });
}

/**
 * Deletes a dead letter permanently.
 *
 * @param note  runs in the transaction
 * @returns whether there was such a dead letter
 */
export async function purgeDeadLetter(
  { database }: Pick<Deps, "database">,
  seq: number,
  note: (tx: OpenTransaction) => Promise<void>,
): Promise<boolean> {
  return transact(database, async (tx) => {
    const isRemoved = await removeDeadLetter(tx, seq);
    if (isRemoved) await note(tx);
    return isRemoved;
  });
}

import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import {
  discardOwnBook,
  LEFTOVERS_WORKER,
} from "../../library/library-imports/library-imports.service.ts";
import { lockOwnBook } from "../../library/wordbooks/wordbooks.service.ts";
import { unselectBook } from "../study-config/study-config.service.ts";

/**
 * Deletes the learner's book. Its words and everything learned of them stay; it is no longer
 * selected for study, and a book of the wordbook center can be imported again.
 *
 * @throws AppError NOT_FOUND; FORBIDDEN for system books and other learners'
 */
export async function deleteOwnBook(
  needs: Pick<Deps, "clock" | "database" | "ids" | "jobs" | "settings">,
  learner: Learner,
  bookId: string,
): Promise<void> {
  await transact(needs.database, async (tx) => {
    await lockOwnBook(tx, learner, bookId);
    await unselectBook(needs, tx, learner.id, bookId);
    await discardOwnBook(needs, tx, bookId);
  });
  needs.jobs.wake(LEFTOVERS_WORKER);
}

import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import {
  discardShownBook,
  LEFTOVERS_WORKER,
} from "../../library/library-imports/library-imports.service.ts";
import {
  auditedBook,
  lockSystemBook,
  requireSystemBook,
} from "../../library/wordbooks/system-books.service.ts";
import { lockOwnBook } from "../../library/wordbooks/wordbooks.service.ts";
import { takeTurns } from "../../../platform/time/turns.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import { listSelecting, unselectBook, unselectBookOf } from "./study-config.service.ts";

/** Learners whose selection is changed per transaction. */
const LEARNERS_AT_ONCE = 100;

/**
 * Deletes the learner's book. Its words and everything learned about them remain. The book is
 * removed from the selection, and a book of the wordbook center can be imported again.
 *
 * @throws AppError NOT_FOUND; FORBIDDEN for system books and other learners' books
 */
export async function deleteOwnBook(
  needs: Pick<Deps, "clock" | "database" | "ids" | "jobs" | "settings">,
  learner: Learner,
  bookId: string,
): Promise<void> {
  await transact(needs.database, async (tx) => {
    await lockOwnBook(tx, learner, bookId);
    await unselectBook(needs, tx, learner.id, bookId);
    await discardShownBook(needs, tx, bookId);
  });
  needs.jobs.wake(LEFTOVERS_WORKER);
}

/**
 * Deletes a system book and removes it from the selection of all learners who have selected it.
 *
 * They may be many, so most are handled beforehand, in slices that let requests run in between. The
 * last transaction, during which nobody can select the book, handles those who selected it since.
 *
 * @throws AppError NOT_FOUND; FORBIDDEN for learners' books
 */
export async function deleteSystemBook(
  needs: Pick<Deps, "clock" | "database" | "ids" | "jobs" | "reports">,
  by: Admin,
  bookId: string,
): Promise<void> {
  const { database } = needs;
  await requireSystemBook(database, bookId);
  for (let afterId: string | undefined = ""; afterId !== undefined;) {
    const learners = await listSelecting(needs.reports, bookId, afterId, LEARNERS_AT_ONCE);
    if (learners.length > 0) {
      await transact(database, (tx) => unselectBookOf(needs, tx, learners, bookId));
    }
    afterId = learners.length < LEARNERS_AT_ONCE ? undefined : learners.at(-1);
    await takeTurns();
  }
  await transact(database, async (tx) => {
    await lockSystemBook(tx, bookId);
    await unselectBookOf(needs, tx, await listSelecting(tx, bookId, ""), bookId);
    const { name, states: before } = await auditedBook(tx, bookId);
    await discardShownBook(needs, tx, bookId);
    const target = { type: "wordbook", id: bookId, name } as const;
    const atMs = needs.clock.nowMs();
    await writeAudit(tx, { action: "wordbook.delete", by, atMs, target, before });
  });
  needs.jobs.wake(LEFTOVERS_WORKER);
}

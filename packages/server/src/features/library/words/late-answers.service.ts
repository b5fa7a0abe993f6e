import type { Deps } from "../../../deps.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { yieldToRequests } from "../../../platform/jobs/yield-to-requests.ts";
import { forgetRemovedWords, listRemovedWords, removeRowsLeft } from "./word-references.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "wordTables">;

/** Longer than any request takes. */
const LATE_MS = 60_000;

/**
 * Removes rows that answers in flight wrote about words after their deletion. A word that exists
 * again under the same id keeps its rows.
 *
 * @param signal  when aborted, the remaining words are checked on the next run
 */
export async function removeLateAnswers(needs: Needs, signal: AbortSignal): Promise<void> {
  const late = needs.wordTables.filter(({ isLate }) => isLate);
  const untilMs = needs.clock.nowMs() - LATE_MS;
  while (!signal.aborted) {
    const startMs = needs.clock.monotonicMs();
    const ids = await listRemovedWords(needs.database, untilMs);
    if (ids.length === 0) return;
    await transact(needs.database, async (tx) => {
      for (const table of late) await removeRowsLeft(tx, table, ids);
      await forgetRemovedWords(tx, ids);
    });
    await yieldToRequests(needs.clock.monotonicMs() - startMs);
  }
}

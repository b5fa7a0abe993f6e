import type { Deps } from "../../../deps.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { perApp } from "../../../platform/memory/per-app.ts";
import { countOutboxByLearner } from "./outbox.repo.ts";

type Needs = Pick<Deps, "database">;

/** Number of each learner's waiting answers, as far as this process knows. */
const state = perApp((_: Needs): { counts?: Map<string, number> } => ({}));

/**
 * The given learners who may have waiting answers.
 *
 * On SQLite one process accepts all answers, and counting in memory saves an index that would cost
 * every acceptance a page write. On PostgreSQL several processes may accept answers, and there is
 * an index.
 */
export async function mayBeWaiting(needs: Needs, userIds: Iterable<string>): Promise<string[]> {
  const counts = await countsOf(needs);
  return counts === undefined ? [...userIds] : [...userIds].filter((userId) => counts.has(userId));
}

/** Called before answers are inserted into the outbox. A count that is too high does no harm. */
export async function addWaiting(needs: Needs, userIds: readonly string[]): Promise<void> {
  const counts = await countsOf(needs);
  for (const userId of userIds) counts?.set(userId, (counts.get(userId) ?? 0) + 1);
}

/** Called after the commit, with one id per answer that was removed or became a dead letter. */
export function removeWaiting(needs: Needs, userIds: readonly string[]): void {
  const { counts } = state(needs);
  for (const userId of userIds) {
    const left = (counts?.get(userId) ?? 0) - 1;
    if (left > 0) counts?.set(userId, left);
    else counts?.delete(userId);
  }
}

/** Read from the table once; undefined on PostgreSQL. */
async function countsOf(needs: Needs): Promise<Map<string, number> | undefined> {
  if (dialectOf(needs.database) === "postgres") return undefined;
  const known = state(needs);
  if (known.counts !== undefined) return known.counts;
  const rows = await countOutboxByLearner(needs.database);
  // A concurrent call may have set the counts, and they may have changed since.
  known.counts ??= new Map(rows.map((row) => [row.user_id, row.waiting]));
  return known.counts;
}

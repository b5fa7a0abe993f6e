import type { Deps } from "../../deps.ts";
import { dialectOf } from "../../platform/database/dialect/dialect-of.ts";
import { perApp } from "../../platform/per-app.ts";
import { countOutboxByLearner } from "./outbox.repo.ts";

type Needs = Pick<Deps, "database">;

/** How many answers of each learner wait in the outbox, as far as this process knows. */
const held = perApp((_: Needs): { counts?: Map<string, number> } => ({}));

/**
 * Those of these learners who may have answers waiting.
 *
 * On SQLite one process takes all answers in, and its memory spares an index that would cost every
 * acceptance a page; on PostgreSQL others take answers in as well, and an index is there.
 */
export async function mayBeWaiting(needs: Needs, userIds: Iterable<string>): Promise<string[]> {
  const counts = await countsOf(needs);
  return counts === undefined ? [...userIds] : [...userIds].filter((userId) => counts.has(userId));
}

/** Call it before answers go into the outbox; counting one too many does no harm. */
export async function noteWaiting(needs: Needs, userIds: readonly string[]): Promise<void> {
  const counts = await countsOf(needs);
  for (const userId of userIds) counts?.set(userId, (counts.get(userId) ?? 0) + 1);
}

/** Call it once for every answer that left the outbox or was given up, after the commit. */
export function noteServed(needs: Needs, userIds: readonly string[]): void {
  const { counts } = held(needs);
  for (const userId of userIds) {
    const left = (counts?.get(userId) ?? 0) - 1;
    if (left > 0) counts?.set(userId, left);
    else counts?.delete(userId);
  }
}

/** Read once; undefined on PostgreSQL. */
async function countsOf(needs: Needs): Promise<Map<string, number> | undefined> {
  if (dialectOf(needs.database) === "postgres") return undefined;
  const known = held(needs);
  if (known.counts !== undefined) return known.counts;
  const rows = await countOutboxByLearner(needs.database);
  // A concurrent call may have read them first and changed the counts since.
  known.counts ??= new Map(rows.map((row) => [row.user_id, row.waiting]));
  return known.counts;
}

import type { Deps } from "../../../deps.ts";
import type { Database } from "../../../platform/database/tables.ts";
import { ttlCachePerApp } from "../../../platform/memory/ttl-cache.ts";
import { requestFit } from "./fit-requests.repo.ts";

export {
  findFit,
  listFittedLearners,
  lockWaitingFit,
  requestNewDates,
  storeFit,
  updateFit,
  type FitRow,
} from "./fit-requests.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/**
 * How long a request is remembered. Limited, because if another process handles the learner's next
 * answers, this one may miss that the fit was done and only see that the next one is due.
 */
const REQUEST_AGAIN_AFTER_MS = 600_000;

/** Learners with a requested fit; removed once the fit is done. */
const requested = ttlCachePerApp<true>({ entriesMax: 10_000, ttlMs: REQUEST_AGAIN_AFTER_MS });

/**
 * Requests fits for the learners who are due for one, in the transaction that stores the answers. A
 * fit stays due until it is done. Learners already requested are skipped.
 *
 * @param due  whether a fit is due, by learner, as of the last answer
 * @returns    a function to call after the commit
 */
export async function requestFits(
  needs: Needs,
  tx: Database,
  due: ReadonlyMap<string, boolean>,
): Promise<() => void> {
  const known = requested(needs);
  const fresh: string[] = [];
  for (const [userId, isDue] of due) {
    if (!isDue) known.forget(userId);
    else if (known.get(userId) === undefined) fresh.push(userId);
  }
  for (const userId of fresh) await requestFit(tx, userId, needs.clock.nowMs());
  return () => {
    for (const userId of fresh) known.set(userId, true);
  };
}

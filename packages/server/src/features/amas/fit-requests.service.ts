import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { perApp } from "../../platform/per-app.ts";
import { requestFit } from "./fit-requests.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Another process may have seen the fit being done, and we only that it is due again. */
const ASKED_AGAIN_AFTER_MS = 600_000;

/** When a fit was asked for (monotonic), by learner; forgotten when it has been done. */
const asked = perApp<Pick<Deps, "database">, Map<string, number>>(() => new Map());

/**
 * Asks for fits of the learners whose last answer of a batch made one due, in the transaction that
 * stores the answers. A fit stays due until it is done, so that later answers ask nothing.
 *
 * @param due  whether a fit is due, by learner
 * @returns    to be called after the commit
 */
export async function requestFits(
  needs: Needs,
  tx: Database,
  due: ReadonlyMap<string, boolean>,
): Promise<() => void> {
  const known = asked(needs);
  const nowMs = needs.clock.monotonicMs();
  const fresh: string[] = [];
  for (const [userId, isDue] of due) {
    if (!isDue) known.delete(userId);
    else if (nowMs - (known.get(userId) ?? -Infinity) >= ASKED_AGAIN_AFTER_MS) fresh.push(userId);
  }
  for (const userId of fresh) await requestFit(tx, userId, needs.clock.nowMs());
  return () => {
    for (const userId of fresh) known.set(userId, nowMs);
  };
}

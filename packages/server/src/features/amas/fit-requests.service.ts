import type { Deps } from "../../deps.ts";
import type { Database } from "../../platform/database/tables.ts";
import { freshMapPerApp } from "../../platform/fresh-map.ts";
import { requestFit } from "./fit-requests.repo.ts";

type Needs = Pick<Deps, "clock" | "database">;

/** Another process may have seen the fit being done, and we only that it is due again. */
const ASKED_AGAIN_AFTER_MS = 600_000;

/** Learners for whom a fit was asked; forgotten when it has been done. */
const asked = freshMapPerApp<true>({ entriesMax: 10_000, freshForMs: ASKED_AGAIN_AFTER_MS });

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

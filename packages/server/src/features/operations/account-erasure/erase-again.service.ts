import type { Deps } from "../../../deps.ts";
import { listExistingLearners } from "../../accounts/users/users.service.ts";
import { eraseLearner } from "./account-erasure.service.ts";
import { listErased } from "./erasure-log.service.ts";

type Needs = Parameters<typeof eraseLearner>[0] & Pick<Deps, "database" | "settings">;

/** As many ids as one statement accepts. */
const AT_ONCE = 500;

/**
 * Erases accounts that were erased once and exist again, because an earlier backup brought them
 * back or the process died midway.
 *
 * @returns number of such accounts
 */
export async function eraseAgain(needs: Needs): Promise<number> {
  const erased = await listErased(needs);
  let count = 0;
  for (let at = 0; at < erased.length; at += AT_ONCE) {
    const back = await listExistingLearners(needs.database, erased.slice(at, at + AT_ONCE));
    for (const userId of back) if (await eraseLearner(needs, userId)) count += 1;
  }
  return count;
}

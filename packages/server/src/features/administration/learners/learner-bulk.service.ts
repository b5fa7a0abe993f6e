import type { BulkResult, LearnerRole } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { AppError, refuse } from "../../../platform/basics/app-error.ts";
import { isStorageUnavailable } from "../../../platform/database/storage-errors.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { deleteLearner } from "../../operations/account-erasure/account-erasure.service.ts";
import { resetLearnerPassword, setLearnerRole } from "./learner-accounts.service.ts";
import type { LearnerAct } from "./learner-acts.service.ts";
import { banLearner, unbanLearner } from "./learner-bans.service.ts";

type Needs = Pick<
  Deps,
  | "clock"
  | "database"
  | "events"
  | "ids"
  | "log"
  | "passwords"
  | "personalTables"
  | "sessions"
  | "settings"
  | "wordTables"
>;

/** An administrator's request about several learners. Repeated learners count once. */
interface BulkAct {
  readonly by: Admin;
  readonly userIds: readonly string[];
}

/** Bans each learner in a separate transaction, as do the following functions. */
export async function banLearners(
  needs: Needs,
  act: BulkAct & { readonly reason?: string | null | undefined },
): Promise<BulkResult> {
  return forEach(needs, act, async (one) => {
    await banLearner(needs, { ...one, reason: act.reason });
  });
}

export async function unbanLearners(needs: Needs, act: BulkAct): Promise<BulkResult> {
  return forEach(needs, act, (one) => unbanLearner(needs, one));
}

export async function setLearnerRoles(
  needs: Needs,
  act: BulkAct & { readonly role: LearnerRole },
): Promise<BulkResult> {
  return forEach(needs, act, async (one) => {
    await setLearnerRole(needs, { ...one, role: act.role });
  });
}

export async function resetLearnerPasswords(needs: Needs, act: BulkAct): Promise<BulkResult> {
  return forEach(needs, act, async (one) => ({ resetKey: await resetLearnerPassword(needs, one) }));
}

/**
 * @param act.confirm  the number of different learners
 * @throws AppError VALIDATION_ERROR for another number, before anyone is deleted
 */
export async function deleteLearners(
  needs: Needs,
  act: BulkAct & { readonly confirm: number },
): Promise<BulkResult> {
  const count = new Set(act.userIds).size;
  if (act.confirm !== count) refuse("VALIDATION_ERROR", `confirm must be ${count}.`);
  return forEach(needs, act, (one) => deleteLearner(needs, one));
}

/**
 * Applies the action to each learner, in the order of the request. A failure for one does not
 * affect the others.
 */
async function forEach(
  needs: Needs,
  { by, userIds }: BulkAct,
  work: (one: LearnerAct) => Promise<{ readonly resetKey: string } | void>,
): Promise<BulkResult> {
  const bulkId = needs.ids.next();
  const results: BulkResult["results"] = [];
  for (const userId of new Set(userIds)) {
    try {
      const more = await work({ by, userId, bulkId });
      results.push({ userId, success: true, error: null, ...more });
    } catch (cause) {
      results.push({ userId, success: false, error: codeOf(needs, cause) });
    }
  }
  const succeeded = results.filter(({ success }) => success).length;
  const total = results.length;
  return { total, succeeded, failed: total - succeeded, results };
}

function codeOf({ log }: Pick<Needs, "log">, cause: unknown): string {
  if (cause instanceof AppError) return cause.code;
  if (isStorageUnavailable(cause)) return "UNAVAILABLE";
  log.error({ cause }, "one learner of a bulk change could not be changed");
  return "INTERNAL";
}

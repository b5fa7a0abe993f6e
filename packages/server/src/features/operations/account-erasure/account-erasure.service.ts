import type { Deps } from "../../../deps.ts";
import type { Admin, Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { isAccountGone } from "../../../platform/database/account-gone.ts";
import { transactErasing } from "../../../platform/database/erasing.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { forgetEngineState, lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { eraseFromNotices } from "../../accounts/admin-notices/admin-notices.service.ts";
import { eraseFromAudit, writeAudit } from "../../accounts/audit/audit.service.ts";
import { eraseResetRequests, forgetResetTokens } from "../../accounts/auth/auth.service.ts";
import { removeAvatarFiles } from "../../accounts/avatars/avatars.service.ts";
import { forgetTouches } from "../../clients/devices/device-touches.service.ts";
import { eraseFromCanaries } from "../../adaptation/engine-trials/canary.service.ts";
import {
  findUser,
  listExistingLearners,
  lockUser,
  requireUser,
} from "../../accounts/users/users.service.ts";
import { removeOwnSounds } from "../../library/speech/speech.service.ts";
import { dropOwnWords } from "../../library/words/words.service.ts";
import { announceErasure, takeBackErasure } from "./erasure-log.service.ts";
import { removePersonalRows } from "./personal-rows.repo.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "personalTables" | "sessions" | "settings" | "wordTables"
>;

/**
 * Erases the caller's account and all its data: the rows of every personal table registered by the
 * features, own wordbooks with their entries, mentions in the audit log and in canaries' lists of
 * learners, the avatar, sounds of own texts, reset tokens and cached state. Streams are closed. Own
 * words go with every row about them; words of the library and their ratings stay, because they are
 * not personal data.
 *
 * Nothing can be added afterwards: concurrent writes either finish first and are erased, or the
 * database refuses them because the account is gone (see `isAccountGone`).
 *
 * @throws AppError AUTH_UNAUTHORIZED if the account no longer exists
 */
export async function deleteMyAccount(needs: Needs, learner: Learner): Promise<void> {
  const isErased = await announced(needs, learner.id, () => eraseLearner(needs, learner.id));
  if (!isErased) refuse("AUTH_UNAUTHORIZED");
}

/**
 * Like `deleteMyAccount`, for an administrator. The audit entry does not name the learner.
 *
 * @param act.bulkId  shared by the learners of one request; absent for a single one
 * @throws AppError NOT_FOUND
 */
export async function deleteLearner(
  needs: Needs,
  act: { readonly by: Admin; readonly userId: string; readonly bulkId?: string | undefined },
): Promise<void> {
  const { by, userId, bulkId } = act;
  await requireUser(needs.database, userId);
  const entry = {
    by,
    action: "user.delete" as const,
    atMs: needs.clock.nowMs(),
    target: { type: "user" as const, id: userId },
    metadata: { ...(bulkId !== undefined && { bulkId }) },
  };
  const isErased = await announced(needs, userId, () =>
    eraseLearner(needs, userId, (tx) => writeAudit(tx, entry)),
  );
  if (!isErased) refuse("NOT_FOUND");
}

/** An earlier backup will not bring the account back: see erasure-log.service.ts. */
async function announced(
  needs: Needs,
  userId: string,
  erase: () => Promise<boolean>,
): Promise<boolean> {
  await announceErasure(needs, userId);
  try {
    return await erase();
  } catch (error) {
    // Another erasure may have been first, or the commit may have come before the fault. Only an
    // account that still exists was not erased.
    const [isThere] = await listExistingLearners(needs.database, [userId]).catch(() => []);
    if (isThere !== undefined) await takeBackErasure(needs, userId);
    throw error;
  }
}

/**
 * Erases an account without announcing it.
 *
 * @param within  further writes of the same transaction, before the erasure
 * @returns false if the account no longer exists
 */
export async function eraseLearner(
  needs: Needs,
  userId: string,
  within?: (tx: OpenTransaction) => Promise<unknown>,
): Promise<boolean> {
  await endSessions(needs, userId);
  const isErased = await transactErasing(needs.database, (tx) =>
    eraseAccount(needs, tx, userId, within),
  ).catch(falseIfGone);
  // Sign-ins created just now.
  needs.sessions.forget(userId);
  forgetTouches(needs, userId);
  forgetEngineState(needs, userId);
  forgetResetTokens(needs, userId);
  await removeAvatarFiles(needs.settings, userId);
  await removeOwnSounds(needs.settings, userId);
  return isErased;
}

/** Another erasure was first. */
function falseIfGone(error: unknown): false {
  if (isAccountGone(error)) return false;
  throw error;
}

/**
 * Admits no more requests of the learner. On PostgreSQL each write holds a shared lock on the
 * account, so an endless sequence of them would block the erasure forever.
 */
async function endSessions(needs: Needs, userId: string): Promise<void> {
  await transact(needs.database, (tx) => needs.sessions.endAllOf(tx, "learner", userId));
  needs.sessions.forget(userId);
}

/**
 * Takes the engine's lock first, like all transactions that take both, so that they cannot
 * deadlock.
 */
async function eraseAccount(
  needs: Needs,
  tx: OpenTransaction,
  userId: string,
  within?: (tx: OpenTransaction) => Promise<unknown>,
): Promise<boolean> {
  await lockLearners(needs, tx, [userId]);
  await lockUser(tx, userId);
  const user = await findUser(tx, userId);
  if (user === undefined) return false;
  await within?.(tx);
  await dropOwnWords(needs, tx, userId);
  // Dependent rows come first, because they are found through the rows they belong to.
  const dependent = needs.personalTables.filter(({ of }) => of !== undefined);
  const own = needs.personalTables.filter(({ of }) => of === undefined);
  // The account comes last: its removal releases the rows that outlive it.
  own.sort((one, other) => Number(one.table === "users") - Number(other.table === "users"));
  for (const table of [...dependent, ...own]) await removePersonalRows(tx, table, userId);
  await eraseFromAudit(tx, user);
  await eraseFromNotices(tx, userId);
  await eraseResetRequests(tx, user.email);
  await eraseFromCanaries(tx, userId);
  return true;
}

import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transactErasing } from "../../../platform/database/erasing.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { forgetEngineState, lockLearners } from "../../adaptation/amas/engine-states.service.ts";
import { eraseFromNotices } from "../../accounts/admin-notices/admin-notices.service.ts";
import { eraseFromAudit } from "../../accounts/audit/audit.service.ts";
import { eraseResetRequests, forgetResetTokens } from "../../accounts/auth/auth.service.ts";
import { removeAvatarFiles } from "../../accounts/avatars/avatars.service.ts";
import { forgetTouches } from "../../clients/devices/device-touches.service.ts";
import { eraseFromCanaries } from "../../adaptation/engine-trials/canary.service.ts";
import { findUser, lockUser } from "../../accounts/users/users.service.ts";
import { removePersonalRows } from "./personal-rows.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "personalTables" | "sessions" | "settings">;

/**
 * Erases the caller's account and all its data: the rows of every personal table registered by the
 * features, own wordbooks with their entries, mentions in the audit log and in canaries' lists of
 * learners, the avatar, reset tokens and cached state. Streams are closed. Words and their ratings
 * stay: they are not personal data.
 *
 * Nothing can be added afterwards: concurrent writes either finish first and are erased, or the
 * database refuses them, because the account is gone (see `isAccountGone`).
 *
 * @throws AppError AUTH_UNAUTHORIZED if the account no longer exists
 */
export async function deleteMyAccount(needs: Needs, learner: Learner): Promise<void> {
  await endSessions(needs, learner.id);
  await transactErasing(needs.database, (tx) => eraseAccount(needs, tx, learner.id));
  // Sign-ins of the last moment.
  needs.sessions.forget(learner.id);
  forgetTouches(needs, learner.id);
  forgetEngineState(needs, learner.id);
  forgetResetTokens(needs, learner.id);
  await removeAvatarFiles(needs.settings, learner.id);
}

/**
 * Admits no more requests of the learner. On PostgreSQL each write holds a shared lock on the
 * account; an endless sequence of them would keep the erasure waiting for ever.
 */
async function endSessions(needs: Needs, userId: string): Promise<void> {
  await transact(needs.database, (tx) => needs.sessions.endAllOf(tx, "learner", userId));
  needs.sessions.forget(userId);
}

/** The engine's lock comes first, as in all transactions that take both: they cannot deadlock. */
async function eraseAccount(needs: Needs, tx: OpenTransaction, userId: string): Promise<void> {
  await lockLearners(needs, tx, [userId]);
  await lockUser(tx, userId);
  const user = (await findUser(tx, userId)) ?? refuse("AUTH_UNAUTHORIZED");
  // Dependent rows first: they are found through the rows they belong to.
  const dependent = needs.personalTables.filter(({ of }) => of !== undefined);
  const own = needs.personalTables.filter(({ of }) => of === undefined);
  // The account last: its removal lets go of what outlives it.
  own.sort((one, other) => Number(one.table === "users") - Number(other.table === "users"));
  for (const table of [...dependent, ...own]) await removePersonalRows(tx, table, userId);
  await eraseFromAudit(tx, user);
  await eraseFromNotices(tx, userId);
  await eraseResetRequests(tx, user.email);
  await eraseFromCanaries(tx, userId);
}

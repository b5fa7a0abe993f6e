import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { transactErasing } from "../../platform/database/erasing.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { perApp } from "../../platform/per-app.ts";
import { forgetEngineState, lockLearners } from "../amas/engine-states.service.ts";
import { eraseFromAudit } from "../audit/audit.service.ts";
import { eraseResetRequests, forgetResetTokens } from "../auth/auth.service.ts";
import { removeAvatarFiles } from "../avatars/avatars.service.ts";
import { forgetTouches } from "../devices/device-touches.service.ts";
import { eraseFromCanaries } from "../engine-trials/canary.service.ts";
import { findUser, lockUser } from "../users/users.service.ts";
import { lockOwners, removePersonalRows } from "./personal-rows.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "personalTables" | "sessions" | "settings">;

/** More than the number of transactions that can wait for one learner's lock. */
const ROUNDS_MAX = 20;

/** Longer than any request takes. */
const LATE_MS = 60_000;

/** Accounts erased recently by this process, oldest first, with the monotonic time. */
const recentlyErased = perApp((_: Pick<Deps, "database">) => new Map<string, number>());

/** Erases the caller's account. @throws AppError AUTH_UNAUTHORIZED if it no longer exists */
export async function deleteMyAccount(needs: Needs, learner: Learner): Promise<void> {
  const existed = await eraseAccount(needs, learner.id);
  if (!existed) refuse("AUTH_UNAUTHORIZED");
}

/**
 * Erases an account and all its data: the rows of every personal table registered by the features,
 * own wordbooks with their entries, mentions in the audit log and in canaries' lists of learners,
 * the avatar, reset tokens and cached state. Streams are closed. Words and their ratings stay: they
 * are not personal data.
 *
 * @returns whether the account existed
 */
async function eraseAccount(needs: Needs, userId: string): Promise<boolean> {
  const existed = await transactErasing(needs.database, async (tx) => {
    // Other requests of the account wait here and then find it gone.
    await lockUser(tx, userId);
    const user = await findUser(tx, userId);
    if (user === undefined) return false;
    // Wait for answers that are being applied, so that they are erased as well.
    await lockLearners(needs, tx, [userId]);
    await eraseRows(needs, tx, userId);
    await eraseFromAudit(tx, user);
    await eraseResetRequests(tx, user.email);
    await eraseFromCanaries(tx, userId);
    return true;
  });
  needs.sessions.forget(userId);
  forgetTouches(needs, userId);
  await eraseLeftovers(needs, userId);
  forgetResetTokens(needs, userId);
  if (existed) recentlyErased(needs).set(userId, needs.clock.monotonicMs());
  return existed;
}

/**
 * Erases what was written by requests admitted before the sessions ended. Answers waiting for the
 * learner's lock are written once the account is gone, one transaction after the other, so this
 * repeats until nothing is left.
 */
async function eraseLeftovers(needs: Needs, userId: string): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const erased = await transactErasing(needs.database, async (tx) => {
      await lockLearners(needs, tx, [userId]);
      return eraseRows(needs, tx, userId);
    });
    // Taking the lock creates one row.
    if (erased <= 1) break;
  }
  forgetEngineState(needs, userId);
  await removeAvatarFiles(needs.settings, userId);
}

/**
 * Erases late rows of recently erased accounts: another process may admit requests for a moment
 * longer, and an import from the wordbook center may write half a minute after its request.
 *
 * @param signal  when aborted, the rest waits for the next run
 */
export async function eraseLateRows(needs: Needs, signal: AbortSignal): Promise<void> {
  const erased = recentlyErased(needs);
  const erasedBeforeMs = needs.clock.monotonicMs() - LATE_MS;
  for (const [userId, atMs] of erased) {
    if (signal.aborted || atMs > erasedBeforeMs) return;
    await eraseLeftovers(needs, userId);
    erased.delete(userId);
  }
}

/** Removes dependent rows first: they are found through the rows they belong to. */
async function eraseRows(needs: Needs, tx: OpenTransaction, userId: string): Promise<number> {
  const dependent = needs.personalTables.filter(({ of }) => of !== undefined);
  const own = needs.personalTables.filter(({ of }) => of === undefined);
  for (const table of dependent) await lockOwners(tx, table, userId);
  let erased = 0;
  for (const table of [...dependent, ...own]) {
    erased += await removePersonalRows(tx, table, userId);
  }
  return erased;
}

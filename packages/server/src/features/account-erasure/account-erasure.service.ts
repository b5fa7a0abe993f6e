import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { transactErasing } from "../../platform/database/erasing.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { perApp } from "../../platform/per-app.ts";
import { forgetEngineState, lockLearners } from "../amas/engine-states.service.ts";
import { eraseFromAudit } from "../audit/audit.service.ts";
import { forgetResetTokens } from "../auth/auth.service.ts";
import { removeAvatarFiles } from "../avatars/avatars.service.ts";
import { forgetTouches } from "../devices/device-touches.service.ts";
import { eraseFromCanaries } from "../engine-trials/canary.service.ts";
import { findUser, lockUser } from "../users/users.service.ts";
import { lockOwners, removePersonalRows } from "./personal-rows.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "personalTables" | "sessions" | "settings">;

/** More than ever wait for one learner's lock. */
const ROUNDS_MAX = 20;

/** No request takes so long. */
const LATE_MS = 60_000;

/** Accounts that were erased here a moment ago, in this order; when, monotonic. */
const erasedOf = perApp((_: Pick<Deps, "database">) => new Map<string, number>());

/** Erases the caller's account. @throws AppError AUTH_UNAUTHORIZED when it is gone already */
export async function deleteMyAccount(needs: Needs, learner: Learner): Promise<void> {
  const wasThere = await eraseAccount(needs, learner.id);
  if (!wasThere) refuse("AUTH_UNAUTHORIZED");
}

/**
 * Erases an account with everything that belongs to it: the rows of every personal table the
 * features name, own wordbooks with their entries, traces in the audit log and in the lists of
 * canaries, the picture, reset tokens, what is kept in memory; streams end. Ratings of words and
 * the words themselves stay: they say nothing about anybody.
 *
 * @returns whether there was such an account
 */
async function eraseAccount(needs: Needs, userId: string): Promise<boolean> {
  const wasThere = await transactErasing(needs.database, async (tx) => {
    // What is about to begin for the account waits, and then finds it gone.
    await lockUser(tx, userId);
    const user = await findUser(tx, userId);
    if (user === undefined) return false;
    // Answers that are being applied right now come first, and are erased as well.
    await lockLearners(needs, tx, [userId]);
    await eraseRows(needs, tx, userId);
    await eraseFromAudit(tx, user);
    await eraseFromCanaries(tx, userId);
    return true;
  });
  needs.sessions.forget(userId);
  forgetTouches(needs, userId);
  await eraseLeftovers(needs, userId);
  forgetResetTokens(needs, userId);
  if (wasThere) erasedOf(needs).set(userId, needs.clock.monotonicMs());
  return wasThere;
}

/**
 * Erases what requests have written that were let in before the sessions ended. Answers that waited
 * for the learner's lock write as soon as the account is gone: they are waited for in turn.
 */
async function eraseLeftovers(needs: Needs, userId: string): Promise<void> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const erased = await transactErasing(needs.database, async (tx) => {
      await lockLearners(needs, tx, [userId]);
      return eraseRows(needs, tx, userId);
    });
    // Taking the lock makes one row.
    if (erased <= 1) break;
  }
  forgetEngineState(needs, userId);
  await removeAvatarFiles(needs.settings, userId);
}

/**
 * Looks once more at accounts that were erased a while ago: another process lets requests in for a
 * moment longer, and one that fetches a book from far away writes half a minute after it came.
 *
 * @param signal  called off, the rest is looked at the next time
 */
export async function eraseLateRows(needs: Needs, signal: AbortSignal): Promise<void> {
  const erased = erasedOf(needs);
  const ripeMs = needs.clock.monotonicMs() - LATE_MS;
  for (const [userId, atMs] of erased) {
    if (signal.aborted || atMs > ripeMs) return;
    await eraseLeftovers(needs, userId);
    erased.delete(userId);
  }
}

/** What belongs to rows of the learner's goes before those rows, by which it is found. */
async function eraseRows(needs: Needs, tx: OpenTransaction, userId: string): Promise<number> {
  const belongings = needs.personalTables.filter(({ of }) => of !== undefined);
  const own = needs.personalTables.filter(({ of }) => of === undefined);
  for (const place of belongings) await lockOwners(tx, place, userId);
  let erased = 0;
  for (const place of [...belongings, ...own]) {
    erased += await removePersonalRows(tx, place, userId);
  }
  return erased;
}

import type { Deps } from "../../deps.ts";
import type { Learner } from "../../platform/actor.ts";
import { refuse } from "../../platform/app-error.ts";
import { transactErasing } from "../../platform/database/erasing.ts";
import type { OpenTransaction } from "../../platform/database/tables.ts";
import { forgetEngineState, lockLearners } from "../amas/engine-states.service.ts";
import { eraseFromAudit } from "../audit/audit.service.ts";
import { forgetResetTokens } from "../auth/auth.service.ts";
import { removeAvatarFiles } from "../avatars/avatars.service.ts";
import { forgetTouches } from "../devices/device-touches.service.ts";
import { eraseFromCanaries } from "../engine-trials/canary.service.ts";
import { findUser } from "../users/users.service.ts";
import { removePersonalRows } from "./personal-rows.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "personalTables" | "sessions" | "settings">;

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
  // Requests that were let in before the sessions ended may have written since.
  await transactErasing(needs.database, (tx) => eraseRows(needs, tx, userId));
  forgetEngineState(needs, userId);
  forgetResetTokens(needs, userId);
  await removeAvatarFiles(needs.settings, userId);
  return wasThere;
}

/** What belongs to rows of the learner's goes before those rows, by which it is found. */
async function eraseRows(needs: Needs, tx: OpenTransaction, userId: string): Promise<void> {
  const belongings = needs.personalTables.filter(({ of }) => of !== undefined);
  const own = needs.personalTables.filter(({ of }) => of === undefined);
  for (const place of [...belongings, ...own]) await removePersonalRows(tx, place, userId);
}

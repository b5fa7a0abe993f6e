import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { lockUser, requireUser, updateBan } from "../../accounts/users/users.service.ts";
import { clearFlagsOf, flagDevicesOf } from "../../clients/devices/device-bans.service.ts";
import { flushTouches } from "../../clients/devices/device-touches.service.ts";
import { auditAct, type LearnerAct } from "./learner-acts.service.ts";

type Needs = Pick<Deps, "clock" | "database" | "events" | "sessions">;

/**
 * Bans a learner and ends the learner's sessions. Requests are refused at once, on every process,
 * and streams end after an event `banned`. The learner's devices are flagged, not banned. A
 * concurrent sign-in either comes first and is ended, or is refused. A learner who is already
 * banned stays banned.
 *
 * @returns number of sessions ended
 * @throws AppError NOT_FOUND
 */
export async function banLearner(
  needs: Needs,
  act: LearnerAct & { readonly reason?: string | null | undefined },
): Promise<number> {
  const { userId, reason } = act;
  const nowMs = needs.clock.nowMs();
  await flushTouches(needs);
  const { isNew, ended } = await transact(needs.database, async (tx) => {
    const before = await bannedBefore(tx, userId);
    const changed = await updateBan(tx, userId, true, nowMs);
    const sessions = await needs.sessions.endAllOf(tx, "learner", userId);
    const flagged = await flagDevicesOf(tx, userId, nowMs);
    const metadata = { reason: reason || null, sessionsRevoked: sessions, flagged };
    const states = { before, after: { isBanned: true } };
    await auditAct(tx, act, { action: "user.ban", atMs: nowMs, metadata, ...states });
    return { isNew: changed, ended: sessions };
  });
  if (isNew) needs.events.toUser(userId, { type: "banned" });
  needs.sessions.forget(userId);
  return ended;
}

/**
 * Ends a ban and removes the flags that it set on devices. Other flags and bans of devices stay.
 *
 * @throws AppError NOT_FOUND
 */
export async function unbanLearner(needs: Needs, act: LearnerAct): Promise<void> {
  const { userId } = act;
  const nowMs = needs.clock.nowMs();
  const isNew = await transact(needs.database, async (tx) => {
    const before = await bannedBefore(tx, userId);
    const changed = await updateBan(tx, userId, false, nowMs);
    const cleared = await clearFlagsOf(tx, userId);
    const entry = { action: "user.unban", atMs: nowMs, metadata: { cleared } } as const;
    await auditAct(tx, act, { ...entry, before, after: { isBanned: false } });
    return changed;
  });
  // For streams opened later that replay missed events: marks the earlier ban as over.
  if (isNew) needs.events.toUser(userId, { type: "unbanned" });
}

/** Locks the account. @throws AppError NOT_FOUND */
async function bannedBefore(tx: OpenTransaction, userId: string): Promise<{ isBanned: boolean }> {
  if (!(await lockUser(tx, userId))) refuse("NOT_FOUND");
  return { isBanned: (await requireUser(tx, userId)).is_banned === 1 };
}

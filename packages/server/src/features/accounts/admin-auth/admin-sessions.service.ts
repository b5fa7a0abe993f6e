import type { AdminSession } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { findAdmin } from "./admins.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "sessions">;

/**
 * An administrator's valid sign-ins, latest first.
 *
 * @param adminId  default: the caller
 * @throws AppError FORBIDDEN for another administrator's, unless the caller is a super
 *   administrator
 */
export async function listAdminSessions(
  { sessions }: Pick<Needs, "sessions">,
  by: Admin,
  adminId: string = by.id,
): Promise<AdminSession[]> {
  if (adminId !== by.id && by.role !== "super_admin") refuse("FORBIDDEN");
  const rows = await sessions.listOfAdmin(adminId);
  return rows.map(({ createdAtMs, lastSeenAtMs, expiresAtMs, ...row }) => ({
    ...row,
    createdAt: toTimestamp(createdAtMs),
    lastSeenAt: toTimestamp(lastSeenAtMs),
    expiresAt: toTimestamp(expiresAtMs),
    current: row.id === by.sessionId,
  }));
}

/**
 * Ends a sign-in. Its streams close at once.
 *
 * @throws AppError NOT_FOUND, also for another administrator's unless the caller is a super
 *   administrator
 */
export async function endAdminSession(needs: Needs, by: Admin, id: string): Promise<void> {
  const ofWhom = by.role === "super_admin" ? undefined : by.id;
  const atMs = needs.clock.nowMs();
  const adminId = await transact(needs.database, async (tx) => {
    const owner =
      (await needs.sessions.endOfAdmin(tx, id, ofWhom)) ?? refuse("NOT_FOUND", "No such sign-in.");
    const name = (await findAdmin(tx, owner))?.email;
    const target = { type: "session", id, name } as const;
    const metadata = { adminId: owner };
    await writeAudit(tx, { by, action: "admin.session_revoked", atMs, target, metadata });
    return owner;
  });
  needs.sessions.forget(adminId);
}

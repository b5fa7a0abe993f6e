import { Password } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { onCommit, transact } from "../../../platform/database/transaction.ts";
import type { Admin, AdminRole } from "../../../platform/identity/actor.ts";
import { requireCurrentPassword } from "../../../platform/identity/current-password.ts";
import { forgetNoticeReader } from "../admin-notices/admin-notices.service.ts";
import { revokeApiKeysOf } from "../api-keys/api-keys.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { toListing, type AdminListing } from "./admin-accounts.service.ts";
import { notifyIfLocked } from "./admin-auth.service.ts";
import {
  findAdmin,
  lockSuperAdmins,
  removeAdmin,
  updateAdminPassword,
  updateAdminRole,
} from "./admins.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "sessions">;

/**
 * Changes an administrator's role. Every call reads the role, so the change applies from the next
 * one, including calls with API keys.
 *
 * @throws AppError NOT_FOUND, LAST_SUPER_ADMIN
 */
export async function setAdminRole(
  needs: Needs,
  by: Admin,
  id: string,
  role: AdminRole,
): Promise<AdminListing> {
  const atMs = needs.clock.nowMs();
  return transact(needs.database, async (tx) => {
    // Locked before the account is read, so that when two demote each other, the second sees the
    // change.
    const supers = await lockSuperAdmins(tx);
    const before = (await findAdmin(tx, id)) ?? refuse("NOT_FOUND", "No such administrator.");
    if (role !== "super_admin") requireOther(supers, id);
    const after = (await updateAdminRole(tx, id, role, atMs)) ?? refuse("NOT_FOUND");
    const target = { type: "admin", id, name: before.email } as const;
    const metadata = { from: before.role, to: role };
    const states = { before: { role: before.role }, after: { role } };
    await writeAudit(tx, { by, action: "admin.set_role", atMs, target, metadata, ...states });
    return toListing(after, atMs);
  });
}

/**
 * Deletes an administrator. All sign-ins end at once and all API keys are revoked.
 *
 * @throws AppError NOT_FOUND, CANNOT_DELETE_SELF, LAST_SUPER_ADMIN
 */
export async function deleteAdmin(needs: Needs, by: Admin, id: string): Promise<void> {
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    const supers = await lockSuperAdmins(tx);
    const admin = (await findAdmin(tx, id)) ?? refuse("NOT_FOUND", "No such administrator.");
    if (id === by.id) refuse("CANNOT_DELETE_SELF");
    requireOther(supers, id);
    await removeAdmin(tx, id);
    await needs.sessions.endAllOf(tx, "admin", id);
    await forgetNoticeReader(tx, id);
    const apiKeysRevoked = await revokeApiKeysOf(tx, id, atMs);
    const target = { type: "admin", id, name: admin.email } as const;
    const before = { email: admin.email, role: admin.role };
    const metadata = { ...before, apiKeysRevoked };
    await writeAudit(tx, { by, action: "admin.delete", atMs, target, before, metadata });
  });
  needs.sessions.forget(id);
}

/** @throws AppError LAST_SUPER_ADMIN if this is the only super administrator */
function requireOther(supers: readonly string[], id: string): void {
  if (supers.includes(id) && supers.length === 1) refuse("LAST_SUPER_ADMIN");
}

/**
 * Replaces the caller's password and ends all the caller's sign-ins, including the current one.
 *
 * @throws AppError as `requireCurrentPassword`; ADMIN_WEAK_PASSWORD
 */
export async function changeAdminPassword(
  needs: Needs & Pick<Deps, "events" | "ids" | "log" | "passwords" | "settings">,
  by: Admin,
  change: { readonly currentPassword: string; readonly newPassword: string },
): Promise<void> {
  const known = await findAdmin(needs.database, by.id);
  const target = { type: "admin", id: by.id, name: known?.email } as const;
  const admin = await requireCurrentPassword(needs, "admins", known, {
    password: change.currentPassword,
    ip: by.ip,
    onWrong: async (tx, atMs) => {
      await writeAudit(tx, { by, action: "admin.login_failed", outcome: "failed", atMs, target });
      onCommit(tx, () => setImmediate(() => void notifyIfLocked(needs, by.id)));
    },
  });
  if (!Password.safeParse(change.newPassword).success) refuse("ADMIN_WEAK_PASSWORD");
  const passwordHash = await needs.passwords.hash(change.newPassword);
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    const { id, password_hash: expected } = admin;
    // After a concurrent change the verified password is no longer current.
    const isChanged = await updateAdminPassword(tx, id, passwordHash, atMs, expected);
    if (!isChanged) refuse("AUTH_UNAUTHORIZED", "The current password is wrong.");
    await needs.sessions.endAllOf(tx, "admin", id);
    await writeAudit(tx, { by, action: "admin.password", atMs, target });
  });
  needs.sessions.forget(by.id);
}

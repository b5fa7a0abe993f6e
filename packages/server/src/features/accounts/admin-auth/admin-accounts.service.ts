import { Email, Password } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin, AdminRole } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { lockedForMs } from "../../../platform/identity/login-lock.ts";
import { writeAudit } from "../audit/audit.service.ts";
import {
  claimFirstAdmin,
  findAdminByEmail,
  hasAdmin,
  insertAdminOnce,
  listAdminRows,
  updateAdminPassword,
  type AdminRow,
} from "./admins.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "ids" | "passwords" | "sessions">;

export interface AdminDraft {
  readonly email: string;
  readonly password: string;
}

/** An administrator in the list. */
export interface AdminListing {
  readonly id: string;
  readonly email: string;
  readonly role: AdminRole;
  readonly createdAtMs: number;
  readonly lockedUntilMs: number | null;
}

/** @throws AppError ADMIN_INVALID_EMAIL, ADMIN_WEAK_PASSWORD */
function requireAdminDraft(draft: AdminDraft): AdminDraft {
  const email = Email.safeParse(draft.email);
  if (!email.success) refuse("ADMIN_INVALID_EMAIL");
  if (!Password.safeParse(draft.password).success) refuse("ADMIN_WEAK_PASSWORD");
  return { email: email.data, password: draft.password };
}

/**
 * Creates an administrator. The first one always becomes a super administrator.
 *
 * @param by  the administrator who creates it; absent on the command line
 * @throws AppError ADMIN_INVALID_EMAIL, ADMIN_WEAK_PASSWORD, AUTH_EMAIL_EXISTS
 */
export async function createAdmin(
  needs: Needs,
  draft: AdminDraft & { readonly role?: AdminRole },
  by?: Admin,
): Promise<AdminListing> {
  const { email, password } = requireAdminDraft(draft);
  if (await findAdminByEmail(needs.database, email)) refuse("AUTH_EMAIL_EXISTS");
  const passwordHash = await needs.passwords.hash(password);
  return transact(needs.database, async (tx) => {
    const id = needs.ids.next();
    const nowMs = needs.clock.nowMs();
    const isFirst = by === undefined && ((await claimFirstAdmin(tx, id)) || !(await hasAdmin(tx)));
    const role = isFirst ? "super_admin" : (draft.role ?? "admin");
    const row = { id, email, passwordHash, role, nowMs };
    const admin = (await insertAdminOnce(tx, row)) ?? refuse("AUTH_EMAIL_EXISTS");
    await writeAudit(tx, {
      action: "admin.create",
      atMs: nowMs,
      target: { type: "admin", id, name: email },
      after: { email, role },
      metadata: { role, from: by === undefined ? "command line" : "interface" },
      ...(by !== undefined && { by }),
    });
    return toListing(admin, nowMs);
  });
}

/**
 * Creates the first administrator unless one exists.
 *
 * @param open  runs in the same transaction, and may sign in
 * @param ip  address of the caller; absent for one named in the settings
 * @returns what was opened, and the id of the audit entry; undefined if an administrator exists
 */
export async function createFirstAdmin<T extends { readonly sessionId?: string }>(
  needs: Needs,
  draft: AdminDraft,
  open: (tx: OpenTransaction, admin: AdminRow) => Promise<T>,
  ip?: string,
): Promise<{ readonly opened: T; readonly auditId: number } | undefined> {
  const { email, password } = requireAdminDraft(draft);
  const passwordHash = await needs.passwords.hash(password);
  return transact(needs.database, async (tx) => {
    const id = needs.ids.next();
    const nowMs = needs.clock.nowMs();
    if (!(await claimFirstAdmin(tx, id))) return undefined;
    const row = { id, email, passwordHash, role: "super_admin", nowMs } as const;
    const admin = await insertAdminOnce(tx, row);
    if (admin === undefined) throw new Error("an administrator exists, but first_admin was empty");
    const opened = await open(tx, admin);
    const auditId = await writeAudit(tx, {
      action: "admin.setup",
      atMs: nowMs,
      adminId: id,
      ip,
      sessionId: opened.sessionId,
      target: { type: "admin", id, name: email },
      after: { email, role: row.role },
    });
    return { opened, auditId };
  });
}

/**
 * Sets an administrator's password, removes a lock and ends all sessions.
 *
 * @throws AppError NOT_FOUND, ADMIN_INVALID_EMAIL, ADMIN_WEAK_PASSWORD
 */
export async function resetAdminPassword(needs: Needs, draft: AdminDraft): Promise<void> {
  const { email, password } = requireAdminDraft(draft);
  const admin =
    (await findAdminByEmail(needs.database, email)) ??
    refuse("NOT_FOUND", "No administrator has this e-mail address.");
  const passwordHash = await needs.passwords.hash(password);
  await transact(needs.database, async (tx) => {
    const nowMs = needs.clock.nowMs();
    await updateAdminPassword(tx, admin.id, passwordHash, nowMs);
    await needs.sessions.endAllOf(tx, "admin", admin.id);
    await writeAudit(tx, {
      action: "admin.reset_password",
      atMs: nowMs,
      target: { type: "admin", id: admin.id, name: admin.email },
      metadata: { from: "command line" },
    });
  });
  needs.sessions.forget(admin.id);
}

export async function listAdmins(
  needs: Pick<Needs, "clock" | "database">,
): Promise<AdminListing[]> {
  const nowMs = needs.clock.nowMs();
  return (await listAdminRows(needs.database)).map((row) => toListing(row, nowMs));
}

/** An expired lock is not shown, although the row keeps it until the next sign-in. */
export function toListing(row: AdminRow, nowMs: number): AdminListing {
  const isLocked = lockedForMs(row.locked_until_ms, nowMs) > 0;
  return {
    id: row.id,
    email: row.email,
    role: row.role,
    createdAtMs: row.created_at_ms,
    lockedUntilMs: isLocked ? row.locked_until_ms : null,
  };
}

import { Email, type AdminIdentity, type AdminSignIn } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Admin, AdminRoleOf } from "../../../platform/identity/actor.ts";
import type { SignInOrigin } from "../../../platform/identity/sessions.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { logFailedSignIn } from "../../../platform/identity/failed-sign-in.ts";
import {
  lockedForMs,
  noteWrongPassword,
  refuseLocked,
} from "../../../platform/identity/login-lock.ts";
import { notifyAdmins, type AdminNotice } from "../admin-notices/admin-notices.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { readSystemSettings } from "../settings/settings.service.ts";
import { createFirstAdmin } from "./admin-accounts.service.ts";
import {
  findAdmin,
  findAdminByEmail,
  findAdminRole,
  hasAdmin,
  noteAdminLogin,
  type AdminRow,
} from "./admins.repo.ts";
import { dropSetupToken, isSetupToken, keepSetupToken } from "./setup-token.service.ts";

export { createAdmin, listAdmins, resetAdminPassword } from "./admin-accounts.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "events" | "ids" | "log" | "passwords" | "sessions" | "settings" | "tokens"
>;

/** A sign-in and the id of its audit entry. */
type AuditedSignIn = AdminSignIn & { readonly auditId: number };
/** A sign-in and its session. */
type OpenedSignIn = AdminSignIn & { readonly sessionId: string };

const SETUP_TOKEN_BYTES = 32;

export async function isInitialized(needs: Pick<Needs, "database">): Promise<boolean> {
  return hasAdmin(needs.database);
}

/**
 * Call at every start. Creates the administrator named in the settings if there is none.
 *
 * @returns the setup token to print; undefined once an administrator exists
 * @throws AppError ADMIN_INVALID_EMAIL, ADMIN_WEAK_PASSWORD for unusable settings
 */
export async function prepareSetupToken(needs: Needs): Promise<string | undefined> {
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = needs.settings;
  if (!(await isInitialized(needs)) && email !== undefined && password !== undefined) {
    await createFirstAdmin(needs, { email, password }, async () => ({}));
  }
  if (!(await isInitialized(needs))) {
    return keepSetupToken(needs, needs.ids.secret(SETUP_TOKEN_BYTES));
  }
  await dropSetupToken(needs);
  return undefined;
}

/**
 * Creates the first administrator and signs in. Of concurrent calls, exactly one succeeds.
 *
 * @throws AppError ADMIN_ALREADY_EXISTS, SETUP_TOKEN_INVALID, ADMIN_INVALID_EMAIL,
 *   ADMIN_WEAK_PASSWORD, checked in this order
 */
export async function setupAdmin(
  needs: Needs,
  draft: { email: string; password: string; setupToken?: string | undefined },
  origin?: SignInOrigin,
): Promise<AuditedSignIn> {
  const isKnown = await isSetupToken(needs, draft.setupToken ?? "");
  // Checked afterwards, because tokens are removed once an administrator exists.
  if (await isInitialized(needs)) refuse("ADMIN_ALREADY_EXISTS");
  if (!isKnown) refuse("SETUP_TOKEN_INVALID");
  const lifetimeMs = await readLifetime(needs, false);
  const made = await createFirstAdmin(
    needs,
    draft,
    (tx, admin) => openAdminSignIn(needs, tx, admin, { lifetimeMs, origin }),
    origin?.ip,
  );
  if (made === undefined) return refuse("ADMIN_ALREADY_EXISTS");
  await dropSetupToken(needs);
  const { token, admin } = made.opened;
  return { token, admin, auditId: made.auditId };
}

/**
 * Signs an administrator in. As for learners, the reply for an unknown account is the same as for a
 * wrong password, and a lock is reported only with the right password. Every attempt is audited.
 *
 * @throws AppError AUTH_UNAUTHORIZED, RATE_LIMITED while locked
 */
export async function loginAdmin(
  needs: Needs,
  credentials: { email: string; password: string; rememberMe: boolean },
  origin?: SignInOrigin,
): Promise<AuditedSignIn> {
  const admin = await findAdminByEmail(needs.database, credentials.email);
  const isRight = await needs.passwords.verify(admin?.password_hash, credentials.password);
  const nowMs = needs.clock.nowMs();
  if (admin === undefined || !isRight) {
    await noteFailure(needs, admin, { email: credentials.email, ip: origin?.ip }, nowMs);
    return refuse("AUTH_UNAUTHORIZED", "E-mail address or password is wrong.");
  }
  const lifetimeMs = await readLifetime(needs, credentials.rememberMe);
  const signedIn = await transact(needs.database, async (tx) => {
    const current = await noteAdminLogin(tx, admin.id, admin.password_hash, nowMs);
    if (current === undefined) return undefined;
    const { sessionId, ...opened } = await openAdminSignIn(needs, tx, current, {
      lifetimeMs,
      origin,
    });
    const target = targetOf(current);
    const entry = { action: "admin.login", atMs: nowMs, adminId: admin.id, target } as const;
    return { ...opened, auditId: await writeAudit(tx, { ...entry, ip: origin?.ip, sessionId }) };
  });
  if (signedIn !== undefined) return signedIn;
  const current = await findAdmin(needs.database, admin.id);
  const isLocked = lockedForMs(current?.locked_until_ms ?? null, nowMs) > 0;
  const outcome = isLocked ? "locked" : "wrong_credentials";
  const { email } = credentials;
  const failure = { email, ip: origin?.ip, outcome } as const;
  await transact(needs.database, (tx) => auditFailure(tx, current, failure, nowMs));
  logFailedSignIn(needs, { kind: "admin", ...failure });
  return refuseAdminLogin(current, nowMs);
}

async function noteFailure(
  needs: Needs,
  admin: AdminRow | undefined,
  { email, ip }: { readonly email: string; readonly ip: string | null | undefined },
  nowMs: number,
): Promise<void> {
  const failure = { email, ip, outcome: "wrong_credentials" } as const;
  await transact(needs.database, async (tx) => {
    await noteWrongPassword(tx, "admins", admin, nowMs);
    await auditFailure(tx, admin, failure, nowMs);
  });
  logFailedSignIn(needs, { kind: "admin", ...failure });
  const wasLocked = lockedForMs(admin?.locked_until_ms ?? null, nowMs) > 0;
  // Runs after the reply, whose timing must not reveal that the account exists.
  if (admin !== undefined && !wasLocked) setImmediate(() => void notifyIfLocked(needs, admin.id));
}

async function auditFailure(
  tx: OpenTransaction,
  admin: AdminRow | undefined,
  failure: {
    readonly email: string;
    readonly ip: string | undefined | null;
    readonly outcome: "locked" | "wrong_credentials";
  },
  nowMs: number,
): Promise<void> {
  const { email, ip, outcome: reason } = failure;
  // Only valid addresses are logged: people sometimes type their password into this field.
  const isEmail = Email.safeParse(email).success;
  await writeAudit(tx, {
    action: "admin.login_failed",
    atMs: nowMs,
    outcome: "failed",
    ip,
    metadata: { ...(isEmail && { email }), ...(reason === "locked" && { reason }) },
    ...(admin !== undefined && { target: targetOf(admin) }),
  });
}

function targetOf({ id }: AdminRow) {
  return { type: "admin", id } as const;
}

/**
 * Notifies administrators if an account is now locked. Of concurrent wrong passwords, one notifies.
 */
export async function notifyIfLocked(
  needs: Pick<Needs, "clock" | "database" | "events" | "ids" | "log" | "settings">,
  id: string,
): Promise<void> {
  try {
    const admin = await findAdmin(needs.database, id);
    const isLocked = lockedForMs(admin?.locked_until_ms ?? null, needs.clock.nowMs()) > 0;
    if (admin !== undefined && isLocked) await notifyAdmins(needs, lockNotice(admin));
  } catch (cause) {
    needs.log.warn({ cause }, "administrators could not be notified of a locked account");
  }
}

function lockNotice({ id, email }: AdminRow): AdminNotice {
  return {
    kind: "security",
    subject: `admin:${id}`,
    severity: "warning",
    code: "admin_locked",
    args: { email, minutes: 15 },
    link: "/audit",
  };
}

function refuseAdminLogin(admin: AdminRow | undefined, nowMs: number): never {
  const lockedMs = lockedForMs(admin?.locked_until_ms ?? null, nowMs);
  if (lockedMs === 0) refuse("AUTH_UNAUTHORIZED", "E-mail address or password is wrong.");
  return refuseLocked(lockedMs);
}

/** For sign-in, which knows administrators only by their sessions. */
export function adminRolesIn(database: Database): AdminRoleOf {
  return (id) => findAdminRole(database, id);
}

export async function readAdminIdentity(
  needs: Pick<Needs, "database">,
  admin: Admin,
): Promise<AdminIdentity> {
  return toIdentity((await findAdmin(needs.database, admin.id)) ?? refuse("AUTH_UNAUTHORIZED"));
}

/** Ends this session only. The administrator's other sessions stay. */
export async function logoutAdmin(
  needs: Pick<Needs, "clock" | "database" | "sessions">,
  by: Admin,
): Promise<void> {
  const atMs = needs.clock.nowMs();
  await transact(needs.database, async (tx) => {
    await needs.sessions.end(tx, by.sessionId);
    const name = (await findAdmin(tx, by.id))?.email;
    const target = { type: "session", id: by.sessionId, name } as const;
    await writeAudit(tx, { by, action: "admin.logout", atMs, target });
  });
  needs.sessions.forget(by.id);
}

async function openAdminSignIn(
  needs: Needs,
  tx: OpenTransaction,
  admin: AdminRow,
  { lifetimeMs, origin }: { lifetimeMs: number; origin: SignInOrigin | undefined },
): Promise<OpenedSignIn> {
  const own = { kind: "admin", accountId: admin.id, ttlMs: lifetimeMs } as const;
  const draft = { ...own, ...(origin !== undefined && { origin }) };
  const session = await needs.sessions.start(tx, draft);
  const subject = { accountId: admin.id, sessionId: session.id };
  const token = needs.tokens.issueAdmin(subject, needs.clock.nowMs(), lifetimeMs);
  return { token, admin: toIdentity(admin), sessionId: session.id };
}

/** Call outside transactions. */
async function readLifetime(needs: Needs, rememberMe: boolean): Promise<number> {
  const stored = await readSystemSettings(needs);
  const hours = rememberMe ? stored.admin_remember_days * 24 : stored.admin_token_hours;
  return hours * HOUR_MS;
}

function toIdentity({ id, email, role }: AdminRow): AdminIdentity {
  return { id, email, role };
}

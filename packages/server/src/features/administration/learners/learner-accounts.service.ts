import type { AdminUser, LearnerRole } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import type { Admin } from "../../../platform/identity/actor.ts";
import { writeAudit } from "../../accounts/audit/audit.service.ts";
import {
  createPasswordReset,
  listOpenResets,
  removeOpenResets,
} from "../../accounts/auth/auth.service.ts";
import { replaceIdentity } from "../../accounts/email-changes/email-changes.service.ts";
import {
  findUserByEmail,
  holdAccounts,
  insertUserOnce,
  lockUser,
  requireUser,
  updatePassword,
  updateRole,
  type Identity,
  type UserRow,
} from "../../accounts/users/users.service.ts";
import { auditAct, type LearnerAct } from "./learner-acts.service.ts";
import { toAdminUser } from "./learner-lists.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "ids" | "log" | "passwords" | "sessions" | "settings"
>;

/**
 * Creates an account, even while registration is closed or no more accounts are accepted.
 *
 * @throws AppError AUTH_EMAIL_EXISTS
 */
export async function createLearner(
  needs: Needs,
  by: Admin,
  draft: {
    readonly email: string;
    readonly username: string;
    readonly password: string;
    readonly role?: LearnerRole | null | undefined;
  },
): Promise<AdminUser> {
  const { email, username } = draft;
  const role = draft.role ?? "user";
  const existing = await findUserByEmail(needs.database, email);
  if (existing !== undefined) refuse("AUTH_EMAIL_EXISTS");
  const passwordHash = await needs.passwords.hash(draft.password);
  return transact(needs.database, async (tx) => {
    await holdAccounts(tx);
    const nowMs = needs.clock.nowMs();
    const id = needs.ids.next();
    const account = { id, email, username, passwordHash, nowMs, role, signedIn: false };
    const user = (await insertUserOnce(tx, account)) ?? refuse("AUTH_EMAIL_EXISTS");
    const entry = { action: "user.create", atMs: nowMs, after: { email, username, role } } as const;
    await auditAct(tx, { by, userId: id }, { ...entry, metadata: { email, role } });
    return toAdminUser(user, nowMs);
  });
}

/** @throws AppError NOT_FOUND */
export async function setLearnerRole(
  needs: Pick<Needs, "clock" | "database">,
  act: LearnerAct & { readonly role: LearnerRole },
): Promise<AdminUser> {
  const { userId, role } = act;
  const nowMs = needs.clock.nowMs();
  return transact(needs.database, async (tx) => {
    const before = await requireUser(tx, userId);
    const user = (await updateRole(tx, userId, role, nowMs)) ?? refuse("NOT_FOUND");
    await auditAct(tx, act, {
      action: "user.set_role",
      atMs: nowMs,
      before: { role: before.role },
      after: { role },
      metadata: { role },
    });
    return toAdminUser(user, nowMs);
  });
}

/**
 * Gives a learner another name or address, without a confirmation. Sign-ins stay valid, because the
 * password is the same.
 *
 * @throws AppError AUTH_EMAIL_EXISTS, NOT_FOUND
 */
export async function updateLearner(
  needs: Pick<Needs, "clock" | "database" | "settings">,
  act: LearnerAct & { readonly next: Identity },
): Promise<AdminUser> {
  const { userId } = act;
  const changed = await transact(needs.database, async (tx) => {
    await lockUser(tx, userId);
    const user = await requireUser(tx, userId);
    const states = differences(user, act.next);
    await auditAct(tx, act, { action: "user.update", atMs: needs.clock.nowMs(), ...states });
    return replaceIdentity(needs, tx, user, states.after);
  });
  return toAdminUser(changed, needs.clock.nowMs());
}

/** The changed fields, before and after. */
function differences(user: UserRow, next: Identity) {
  const names = (["email", "username"] as const).filter(
    (name) => next[name] !== undefined && next[name] !== user[name],
  );
  const pick = (from: Identity) => Object.fromEntries(names.map((name) => [name, from[name]]));
  return { before: pick(user), after: pick(next) };
}

/**
 * Replaces a learner's password, ends all sessions, lifts a lock, and voids open reset tokens.
 *
 * @returns number of sessions ended
 * @throws AppError NOT_FOUND
 */
export async function setLearnerPassword(
  needs: Needs,
  act: LearnerAct & { readonly newPassword: string },
): Promise<number> {
  const { userId } = act;
  await requireUser(needs.database, userId);
  const passwordHash = await needs.passwords.hash(act.newPassword);
  const ended = await transact(needs.database, async (tx) => {
    const nowMs = needs.clock.nowMs();
    const isChanged = await updatePassword(tx, userId, { passwordHash, nowMs });
    if (!isChanged) refuse("NOT_FOUND");
    await removeOpenResets(tx, userId);
    const sessionsRevoked = await needs.sessions.endAllOf(tx, "learner", userId);
    const metadata = { sessionsRevoked };
    await auditAct(tx, act, { action: "user.set_password", atMs: nowMs, metadata });
    return sessionsRevoked;
  });
  needs.sessions.forget(userId);
  return ended;
}

/**
 * Creates a reset token that is valid for four hours. Older ones become void.
 *
 * @throws AppError NOT_FOUND
 */
export async function resetLearnerPassword(needs: Needs, act: LearnerAct): Promise<string> {
  const user = await requireUser(needs.database, act.userId);
  const entry = { action: "user.reset_password", atMs: needs.clock.nowMs() } as const;
  const token = await createPasswordReset(needs, user, "admin", (tx) => auditAct(tx, act, entry));
  return token ?? refuse("NOT_FOUND");
}

/** The open reset tokens requested by learners, newest first. Writes an audit entry. */
export async function readResetTokens(needs: Needs, by: Admin) {
  const tokens = await listOpenResets(needs);
  await writeAudit(needs.database, {
    by,
    action: "reset_tokens.read",
    atMs: needs.clock.nowMs(),
    metadata: { count: tokens.length },
  });
  return tokens.map(({ userId, email, token, createdAt, expiresAt }) => ({
    userId,
    email,
    token,
    createdAt,
    expiresAt,
  }));
}

import { createHash } from "node:crypto";
import type { EmailState } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import type { OpenTransaction } from "../../../platform/database/tables.ts";
import { onCommit, transact } from "../../../platform/database/transaction.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { requireCurrentPassword } from "../../../platform/identity/current-password.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { latestStoredMs } from "../../../platform/database/stored-times.ts";
import { originOf, writeAudit, type AuditOrigin } from "../audit/audit.service.ts";
import { eraseResetRequests, forgetResetTokens, removeOpenResets } from "../auth/auth.service.ts";
import {
  changeIdentity,
  findUser,
  lockUser,
  type Identity,
  type UserRow,
} from "../users/users.service.ts";
import {
  findEmailChange,
  findEmailChangeByToken,
  keepConfirmed,
  removeEmailChangesBefore,
  storeEmailChange,
  voidEmailChange,
  type EmailChangeRow,
} from "./email-changes.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "jobs" | "log" | "passwords" | "settings">;

/** The worker that sends mail to both addresses. */
export const EMAIL_CHANGE_MAILS = "email_change_mails";

/** How long a change waits for its confirmation. */
const LIFETIME_MS = DAY_MS;
/** Requests allowed per account and day, because each may send mail to a stranger. */
const REQUESTS_MAX = 5;

export async function readMyEmail(
  needs: Pick<Needs, "clock" | "database">,
  learner: Learner,
): Promise<EmailState> {
  const user = (await findUser(needs.database, learner.id)) ?? refuse("AUTH_UNAUTHORIZED");
  return emailStateOf(needs, user);
}

export async function emailStateOf(
  { clock, database }: Pick<Needs, "clock" | "database">,
  user: UserRow,
): Promise<EmailState> {
  const change = await findEmailChange(database, user.id);
  const pending = isOpen(change, user, clock.nowMs())
    ? {
        email: change.email,
        requestedAt: toTimestamp(change.requested_at_ms),
        expiresAt: toTimestamp(change.requested_at_ms + LIFETIME_MS),
      }
    : null;
  return { email: user.email, pending };
}

/**
 * Changes the caller's address: at once without mail, otherwise after the new address confirms.
 * With mail, nothing reveals whether the new address already has an account.
 *
 * @throws AppError as `requireCurrentPassword`; RATE_LIMITED after five requests in a day,
 *   AUTH_EMAIL_EXISTS without mail
 */
export async function changeMyEmail(
  needs: Needs,
  learner: Learner,
  { email, currentPassword }: { readonly email: string; readonly currentPassword: string },
): Promise<EmailState> {
  const found = await findUser(needs.database, learner.id);
  const attempt = { password: currentPassword, ip: learner.ip };
  const known = await requireCurrentPassword(needs, "users", found, attempt);
  const hasMail = needs.settings.SMTP_URL !== undefined;
  await transact(needs.database, async (tx) => {
    const user = await lockedUser(tx, learner.id);
    // After a concurrent change the verified password is no longer current.
    if (user.password_hash !== known.password_hash) refuse("AUTH_UNAUTHORIZED", WRONG_PASSWORD);
    const request = await nextRequest(tx, user.id, needs.clock.nowMs());
    await storeEmailChange(tx, request);
    if (hasMail && email !== user.email) await wait(tx, request, { email, user, learner });
  });
  if (hasMail) needs.jobs.wake(EMAIL_CHANGE_MAILS);
  else await replaceNow(needs, learner.id, { email }, originOf(learner));
  return readMyEmail(needs, learner);
}

const WRONG_PASSWORD = "The current password is wrong.";

export async function cancelMyEmailChange(
  needs: Pick<Needs, "clock" | "database">,
  learner: Learner,
): Promise<EmailState> {
  await voidEmailChange(needs.database, learner.id);
  return readMyEmail(needs, learner);
}

/**
 * A token works again for a day while the address is the one it confirmed: its reply may be lost.
 *
 * @param ip  address of the caller, for the audit log if that of the request is not known
 * @returns the address that applies now
 * @throws AppError EMAIL_CHANGE_INVALID for a token that is unknown, expired, replaced, or older
 *   than the password; AUTH_EMAIL_EXISTS if another account took the address meanwhile
 */
export async function confirmEmail(needs: Needs, token: string, ip?: string): Promise<string> {
  const found = await findEmailChangeByToken(needs.database, tokenHashOf(token));
  if (found === undefined) return refuse("EMAIL_CHANGE_INVALID");
  const by = { tokenHash: tokenHashOf(token) };
  // Who requested it has to be found after a takeover; the mailbox may be the attacker's.
  const from = { ip: found.ip ?? ip, sessionId: found.session_id ?? undefined };
  const user = await replaceNow(needs, found.user_id, by, from);
  return user.email;
}

/**
 * Changes name or address of an account within a transaction. A new address voids open reset tokens
 * and a waiting change, because they were sent elsewhere.
 *
 * @throws AppError AUTH_EMAIL_EXISTS, NOT_FOUND
 */
export async function replaceIdentity(
  needs: Pick<Needs, "clock" | "settings">,
  tx: OpenTransaction,
  user: UserRow,
  next: Identity,
): Promise<UserRow> {
  const changed = await changeIdentity(tx, user, next, needs.clock.nowMs());
  if (changed.email === user.email) return changed;
  await removeOpenResets(tx, user.id);
  await eraseResetRequests(tx, user.email);
  await voidEmailChange(tx, user.id);
  onCommit(tx, () => forgetResetTokens(needs, user.id));
  return changed;
}

/** Applies a change, confirmed by the mailed token or to an address that needs no confirmation. */
async function replaceNow(
  needs: Pick<Needs, "clock" | "database" | "settings">,
  userId: string,
  by: { readonly tokenHash: string } | { readonly email: string },
  from: AuditOrigin,
): Promise<UserRow> {
  return transact(needs.database, async (tx) => {
    const user = await lockedUser(tx, userId);
    const nowMs = needs.clock.nowMs();
    const email = "email" in by ? by.email : await confirmed(tx, user, by.tokenHash, nowMs);
    if (email === user.email) return user;
    await writeAudit(tx, {
      action: "user.change_email",
      atMs: nowMs,
      ...from,
      target: { type: "user", id: userId },
      before: { email: user.email },
      after: { email },
    });
    const changed = await replaceIdentity(needs, tx, user, { email });
    if ("tokenHash" in by) await keepConfirmed(tx, userId, { email, token_hash: by.tokenHash });
    return changed;
  });
}

/** Read again under the account's lock, so that of two confirmations one comes first. */
async function confirmed(
  tx: OpenTransaction,
  user: UserRow,
  tokenHash: string,
  nowMs: number,
): Promise<string> {
  const change = await findEmailChange(tx, user.id);
  if (change?.token_hash !== tokenHash) return refuse("EMAIL_CHANGE_INVALID");
  if (isOpen(change, user, nowMs)) return change.email;
  return wasConfirmed(change, user, nowMs) ? user.email : refuse("EMAIL_CHANGE_INVALID");
}

async function lockedUser(tx: OpenTransaction, userId: string): Promise<UserRow> {
  await lockUser(tx, userId);
  return (await findUser(tx, userId)) ?? refuse("AUTH_UNAUTHORIZED");
}

/** A counted request without an address so far. @throws AppError RATE_LIMITED */
async function nextRequest(tx: OpenTransaction, userId: string, nowMs: number) {
  const before = await findEmailChange(tx, userId);
  const isSameDay =
    before !== undefined &&
    before.counted_since_ms > nowMs - DAY_MS &&
    before.counted_since_ms <= latestStoredMs(nowMs);
  const requests = isSameDay ? before.requests + 1 : 1;
  const since = isSameDay ? before.counted_since_ms : nowMs;
  if (requests > REQUESTS_MAX) {
    refuse("RATE_LIMITED", "Too many changes of the address. Try again tomorrow.", {
      retryAfterSecs: Math.ceil((since + DAY_MS - nowMs) / 1_000),
    });
  }
  return {
    user_id: userId,
    email: null,
    password_mark: null,
    token_hash: null,
    requested_at_ms: nowMs,
    ip: null,
    session_id: null,
    confirm_due_at_ms: null,
    notice_due_at_ms: null,
    counted_since_ms: since,
    requests,
  };
}

async function wait(
  tx: OpenTransaction,
  request: EmailChangeRow,
  change: { readonly email: string; readonly user: UserRow; readonly learner: Learner },
): Promise<void> {
  const { email, user, learner } = change;
  const dueAtMs = request.requested_at_ms;
  await storeEmailChange(tx, {
    ...request,
    email,
    ip: learner.ip ?? null,
    session_id: learner.sessionId,
    password_mark: passwordMark(user),
    confirm_due_at_ms: dueAtMs,
    notice_due_at_ms: dueAtMs,
  });
}

/** Whether a change still waits: not expired, and requested with the current password. */
export function isOpen(
  change: EmailChangeRow | undefined,
  user: UserRow,
  nowMs: number,
): change is EmailChangeRow & { readonly email: string } {
  if (change === undefined || change.email === null) return false;
  return isInTime(change, nowMs) && change.password_mark === passwordMark(user);
}

function wasConfirmed(change: EmailChangeRow, user: UserRow, nowMs: number): boolean {
  if (change.password_mark !== null) return false;
  return isInTime(change, nowMs) && change.email === user.email;
}

function isInTime({ requested_at_ms }: EmailChangeRow, nowMs: number): boolean {
  return requested_at_ms + LIFETIME_MS > nowMs;
}

/** Removes changes and counts older than a day. @returns number removed */
export async function removeOldEmailChanges(
  needs: Pick<Needs, "clock" | "database">,
): Promise<number> {
  return removeEmailChangesBefore(needs.database, needs.clock.nowMs() - LIFETIME_MS);
}

export function tokenHashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

function passwordMark({ password_hash }: UserRow): string {
  return createHash("sha256").update(password_hash).digest("base64url");
}

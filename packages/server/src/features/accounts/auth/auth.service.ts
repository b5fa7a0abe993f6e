import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { unknownDevice, type DeviceNote } from "../../../platform/identity/device-note.ts";
import { logFailedSignIn, type SignInFailure } from "../../../platform/identity/failed-sign-in.ts";
import { removeInSteps } from "../../../platform/jobs/remove-in-steps.ts";
import {
  lockedForMs,
  noteWrongPassword,
  refuseLocked,
} from "../../../platform/identity/login-lock.ts";
import { readSystemSettings } from "../settings/settings.service.ts";
import {
  countUsers,
  findUser,
  findUserByEmail,
  holdAccounts,
  insertUserOnce,
  noteLogin,
  type UserRow,
} from "../users/users.service.ts";
import { openSignIn, readLifetimes, type SignedIn } from "./sign-ins.service.ts";

export { clearedCookies } from "../../../platform/http/cookies.ts";
export { signInReply } from "./sign-ins.service.ts";
export { refreshSignIn } from "./refresh.service.ts";
export {
  createPasswordReset,
  forgetResetTokens,
  isUsableResetToken,
  listOpenResets,
  removeOpenResets,
  removeSpentResets,
  resetPassword,
} from "./password-resets.service.ts";
export {
  deliverPasswordResets,
  eraseResetRequests,
  requestPasswordReset,
  RESET_DELIVERY,
} from "./reset-requests.service.ts";

type Needs = Pick<
  Deps,
  "clock" | "database" | "ids" | "log" | "passwords" | "sessions" | "settings" | "tokens"
>;

/**
 * Creates an account and signs it in.
 *
 * @throws AppError FORBIDDEN while registration is closed or no more accounts are accepted,
 *   AUTH_EMAIL_EXISTS
 */
export async function registerLearner(
  needs: Needs,
  draft: { email: string; username: string; password: string },
  device = unknownDevice,
): Promise<SignedIn> {
  const { max_users: usersMax, registration_enabled: isOpen } = await readSystemSettings(needs);
  if (!isOpen) refuse("FORBIDDEN", "Registration is closed.");
  await requireRoom(needs.database, usersMax);
  const existing = await findUserByEmail(needs.database, draft.email);
  if (existing !== undefined) refuse("AUTH_EMAIL_EXISTS");

  const lifetimes = await readLifetimes(needs);
  const passwordHash = await needs.passwords.hash(draft.password);
  const { email, username } = draft;
  return transact(needs.database, async (tx) => {
    await holdAccounts(tx);
    await requireRoom(tx, usersMax);
    const row = { id: needs.ids.next(), email, username, passwordHash, nowMs: needs.clock.nowMs() };
    const user = (await insertUserOnce(tx, row)) ?? refuse("AUTH_EMAIL_EXISTS");
    return openSignIn(needs, tx, user, { lifetimes, device });
  });
}

async function requireRoom(db: Deps["database"], usersMax: number): Promise<void> {
  if ((await countUsers(db)) >= usersMax) refuse("FORBIDDEN", "No more accounts are accepted.");
}

/**
 * Signs in by address and password.
 *
 * The reply for an unknown account is the same as for a wrong password and takes as long. A lock or
 * ban is reported only with the right password.
 *
 * @throws AppError AUTH_UNAUTHORIZED, RATE_LIMITED while locked, FORBIDDEN when banned
 */
export async function loginLearner(
  needs: Needs,
  credentials: { email: string; password: string },
  device = unknownDevice,
): Promise<SignedIn> {
  const account = await findUserByEmail(needs.database, credentials.email);
  const isRight = await needs.passwords.verify(account?.password_hash, credentials.password);
  const nowMs = needs.clock.nowMs();
  if (account === undefined || !isRight) {
    await noteWrongPassword(needs.database, "users", account, nowMs);
    reportFailure(needs, credentials.email, device, "wrong_credentials");
    return refuse("AUTH_UNAUTHORIZED", WRONG);
  }
  const lifetimes = await readLifetimes(needs);
  const signedIn = await transact(needs.database, async (tx) => {
    const user = await noteLogin(tx, account.id, account.password_hash, nowMs);
    return user && openSignIn(needs, tx, user, { lifetimes, device });
  });
  if (signedIn !== undefined) return signedIn;
  const current = await findUser(needs.database, account.id);
  reportFailure(needs, credentials.email, device, failureOf(current, nowMs));
  return refuseLogin(current, nowMs);
}

function reportFailure(
  needs: Pick<Needs, "log" | "settings">,
  email: string,
  { ip }: DeviceNote,
  outcome: SignInFailure,
): void {
  logFailedSignIn(needs, { kind: "learner", email, ip, outcome });
}

function failureOf(account: UserRow | undefined, nowMs: number): SignInFailure {
  if (lockedForMs(account?.locked_until_ms ?? null, nowMs) > 0) return "locked";
  return account?.is_banned === 1 ? "banned" : "wrong_credentials";
}

const WRONG = "E-mail address or password is wrong.";

/** Refuses a sign-in with the right password, giving the reason. */
function refuseLogin(account: UserRow | undefined, nowMs: number): never {
  const lockedMs = lockedForMs(account?.locked_until_ms ?? null, nowMs);
  if (lockedMs > 0) refuseLocked(lockedMs, "Try again later, or reset the password.");
  if (account?.is_banned === 1) refuse("FORBIDDEN", "This account is banned.");
  return refuse("AUTH_UNAUTHORIZED", WRONG);
}

/** Ends every session of the learner. */
export async function logoutLearner(
  needs: Pick<Needs, "database" | "sessions">,
  learner: Learner,
): Promise<void> {
  await transact(needs.database, (tx) => needs.sessions.endAllOf(tx, "learner", learner.id));
  needs.sessions.forget(learner.id);
}

/** Removes expired sign-ins in steps. @returns number of sign-ins removed */
export async function removeExpiredSignIns(
  { sessions }: Pick<Needs, "sessions">,
  signal: AbortSignal,
): Promise<number> {
  return removeInSteps((limit) => sessions.removeExpired(limit), signal);
}

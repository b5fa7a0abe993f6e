import type { User } from "@wordloom/contract";
import type { Deps } from "../../../deps.ts";
import type { Learner } from "../../../platform/identity/actor.ts";
import { requireCurrentPassword } from "../../../platform/identity/current-password.ts";
import { refuse } from "../../../platform/basics/app-error.ts";
import { toTimestamp } from "../../../platform/time/clock.ts";
import type { Database, OpenTransaction } from "../../../platform/database/tables.ts";
import type { AvatarTypeName } from "./users.tables.ts";
import { transact } from "../../../platform/database/transaction.ts";
import { writeOwnAudit } from "../audit/audit.service.ts";
import {
  findUser,
  findUserByEmail,
  holdAccounts,
  lockUser,
  updateIdentity,
  updatePassword,
  type Identity,
  type UserRow,
} from "./users.repo.ts";

export {
  listCreationTimes,
  listExistingLearners,
  countUsers,
  findUser,
  findUserByEmail,
  foldName,
  holdAccounts,
  insertUserOnce,
  lockExistingLearners,
  lockUser,
  noteLogin,
  updateAvatarType,
  updateBan,
  updatePassword,
  updateRole,
  type Identity,
  type UserRow,
} from "./users.repo.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "passwords" | "sessions" | "settings">;
type BasePath = Pick<Deps["settings"], "BASE_PATH">;

/** @throws AppError NOT_FOUND */
export async function requireUser(db: Database, id: string): Promise<UserRow> {
  return (await findUser(db, id)) ?? refuse("NOT_FOUND", "No such account.");
}

export async function readMe(
  needs: Pick<Deps, "database" | "settings">,
  learner: Learner,
): Promise<User> {
  const user = await findUser(needs.database, learner.id);
  return toUser(user ?? refuse("AUTH_UNAUTHORIZED"), needs.settings);
}

/** Gives the caller another name, recorded in the audit log. */
export async function renameMe(
  needs: Pick<Deps, "clock" | "database" | "settings">,
  learner: Learner,
  username: string,
): Promise<User> {
  const nowMs = needs.clock.nowMs();
  return transact(needs.database, async (tx) => {
    // Locked, so that of two names each is recorded as before or after the other.
    await lockUser(tx, learner.id);
    const { username: former } = (await findUser(tx, learner.id)) ?? refuse("AUTH_UNAUTHORIZED");
    const user = await updateIdentity(tx, learner.id, { username }, nowMs);
    if (username !== former) {
      await writeOwnAudit(tx, learner, {
        action: "user.change_name",
        atMs: nowMs,
        before: { username: former },
        after: { username },
      });
    }
    return toUser(user ?? refuse("AUTH_UNAUTHORIZED"), needs.settings);
  });
}

/**
 * Gives an account another name or address, within a transaction.
 *
 * @throws AppError AUTH_EMAIL_EXISTS, NOT_FOUND
 */
export async function changeIdentity(
  tx: OpenTransaction,
  user: UserRow,
  next: Identity,
  nowMs: number,
): Promise<UserRow> {
  if (next.email !== undefined && next.email !== user.email) {
    // No other account can take the address until the commit.
    await holdAccounts(tx);
    if ((await findUserByEmail(tx, next.email)) !== undefined) refuse("AUTH_EMAIL_EXISTS");
  }
  return (await updateIdentity(tx, user.id, next, nowMs)) ?? refuse("NOT_FOUND");
}

/**
 * Replaces the caller's password and ends every session, including the caller's.
 *
 * @throws AppError as `requireCurrentPassword`
 */
export async function changeMyPassword(
  needs: Needs,
  learner: Learner,
  change: { currentPassword: string; newPassword: string },
): Promise<void> {
  const known = await findUser(needs.database, learner.id);
  const attempt = { password: change.currentPassword, ip: learner.ip };
  const user = await requireCurrentPassword(needs, "users", known, attempt);
  const passwordHash = await needs.passwords.hash(change.newPassword);

  await transact(needs.database, async (tx) => {
    const nowMs = needs.clock.nowMs();
    const expectedHash = user.password_hash;
    // After a concurrent change the verified password is no longer current.
    const changed = await updatePassword(tx, user.id, { passwordHash, expectedHash, nowMs });
    if (!changed) refuse("AUTH_UNAUTHORIZED", "The current password is wrong.");
    await needs.sessions.endAllOf(tx, "learner", user.id);
  });
  needs.sessions.forget(user.id);
}

/** Wire form of an account. */
export function toUser(row: UserRow, settings: BasePath): User {
  return {
    id: row.id,
    email: row.email,
    username: row.username,
    isBanned: row.is_banned === 1,
    createdAt: toTimestamp(row.created_at_ms),
    ...(row.avatar_type !== null && { avatarUrl: avatarUrl(row.id, row.avatar_type, settings) }),
  };
}

/** The URL path of a learner's avatar. */
export function avatarUrl(userId: string, type: AvatarTypeName, { BASE_PATH }: BasePath): string {
  return `${BASE_PATH.replace(/\/$/, "")}/avatars/${userId}.${type}`;
}

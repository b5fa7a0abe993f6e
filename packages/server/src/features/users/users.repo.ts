import type { Selectable } from "kysely";
import { countRows } from "../../platform/database/count-rows.ts";
import { holdAlone } from "../../platform/database/hold-alone.ts";
import { forUpdate } from "../../platform/database/row-locks.ts";
import type { AvatarTypeName, Database, UsersTable } from "../../platform/database/tables.ts";

export type UserRow = Selectable<UsersTable>;

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

/** @param email  in lower case, as stored */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

/** Lock for counting accounts and then adding one, so that only one caller gets the last place. */
export async function holdAccounts(tx: Database): Promise<void> {
  await holdAlone(tx, "users");
}

/**
 * Lets one transaction at a time deal with an account, and with its end.
 *
 * @returns whether the account is there
 */
export async function lockUser(tx: Database, id: string): Promise<boolean> {
  const query = tx.selectFrom("users").select("id").where("id", "=", id);
  return (await forUpdate(tx, query).executeTakeFirst()) !== undefined;
}

export async function countUsers(db: Database): Promise<number> {
  return countRows(db.selectFrom("users"));
}

/**
 * Inserts an account unless its address is taken.
 *
 * One statement, so of two racing registrations one finds the address taken.
 */
export async function insertUserOnce(
  db: Database,
  draft: { id: string; email: string; username: string; passwordHash: string; nowMs: number },
): Promise<UserRow | undefined> {
  return db
    .insertInto("users")
    .values({
      id: draft.id,
      email: draft.email,
      username: draft.username,
      password_hash: draft.passwordHash,
      created_at_ms: draft.nowMs,
      updated_at_ms: draft.nowMs,
      last_login_at_ms: draft.nowMs,
      locked_until_ms: null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateUsername(
  db: Database,
  id: string,
  username: string,
  nowMs: number,
): Promise<UserRow | undefined> {
  return db
    .updateTable("users")
    .set({ username, updated_at_ms: nowMs })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** @returns whether the account is there */
export async function updateAvatarType(
  db: Database,
  id: string,
  avatarType: AvatarTypeName,
  nowMs: number,
): Promise<boolean> {
  const updated = await db
    .updateTable("users")
    .set({ avatar_type: avatarType, updated_at_ms: nowMs })
    .where("id", "=", id)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/**
 * Notes a sign-in: the failures are forgiven.
 *
 * The conditions are those under which the password was found right. They stand in the statement,
 * so that a ban, a lock or a new password that came in between wins.
 *
 * @param passwordHash  the hash the password was checked against
 */
export async function noteLogin(
  db: Database,
  id: string,
  passwordHash: string,
  nowMs: number,
): Promise<UserRow | undefined> {
  return db
    .updateTable("users")
    .set({ failed_logins: 0, locked_until_ms: null, last_login_at_ms: nowMs })
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .where("is_banned", "=", 0)
    .where((where) =>
      where.or([where("locked_until_ms", "is", null), where("locked_until_ms", "<=", nowMs)]),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Replaces the password and lifts a lock.
 *
 * @param expectedHash  when given, only a password that still has this hash is replaced
 */
export async function updatePassword(
  db: Database,
  id: string,
  change: { passwordHash: string; expectedHash?: string; nowMs: number },
): Promise<boolean> {
  const { expectedHash } = change;
  const updated = await db
    .updateTable("users")
    .set({
      password_hash: change.passwordHash,
      failed_logins: 0,
      locked_until_ms: null,
      updated_at_ms: change.nowMs,
    })
    .where("id", "=", id)
    .$if(expectedHash !== undefined, (query) =>
      query.where("password_hash", "=", expectedHash ?? ""),
    )
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

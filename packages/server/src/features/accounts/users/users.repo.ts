import { sql, type Selectable } from "kysely";
import { idsIn, pairTable } from "../../../platform/database/bulk.ts";
import { countRows } from "../../../platform/database/count-rows.ts";
import { dialectOf } from "../../../platform/database/dialect/dialect-of.ts";
import { takeNamedLock } from "../../../platform/database/named-lock.ts";
import { isUnlocked } from "../../../platform/database/account-lock.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { AvatarTypeName, UsersTable } from "./users.tables.ts";

export type UserRow = Selectable<UsersTable>;

export async function findUser(db: Database, id: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
}

/** @param email  in lower case, as stored */
export async function findUserByEmail(db: Database, email: string): Promise<UserRow | undefined> {
  return db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst();
}

/** Locks counting and inserting accounts, so that only one caller gets the last place. */
export async function holdAccounts(tx: Database): Promise<void> {
  await takeNamedLock(tx, "users");
}

/** Locks an account, also against its deletion. @returns whether the account exists */
export async function lockUser(tx: Database, id: string): Promise<boolean> {
  const query = tx.selectFrom("users").select("id").where("id", "=", id);
  return (await forUpdate(tx, query).executeTakeFirst()) !== undefined;
}

/**
 * Returns the learners whose accounts exist, and locks these accounts against erasure until the end
 * of the transaction. Waits for accounts that are being erased, and leaves them out.
 */
export async function lockExistingLearners(
  tx: Database,
  userIds: readonly string[],
): Promise<string[]> {
  const query = tx
    .selectFrom("users")
    .select("id")
    .where(idsIn(tx, "id", userIds))
    .orderBy("id");
  const rows = dialectOf(tx) === "postgres" ? query.forKeyShare() : query;
  return (await rows.execute()).map(({ id }) => id);
}

/** The given accounts that exist. */
export async function listExistingLearners(
  db: Database,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom("users").select("id").where("id", "in", ids).execute();
  return rows.map(({ id }) => id);
}

/** Creation times of these accounts, by id. Accounts that do not exist are left out. */
export async function listCreationTimes(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const query = db.selectFrom("users").select(["id", "created_at_ms"]);
  const rows = await query.where(idsIn(db, "id", ids)).execute();
  return new Map(rows.map((row) => [row.id, row.created_at_ms]));
}

export async function countUsers(db: Database): Promise<number> {
  return countRows(db.selectFrom("users"));
}

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly nowMs: number;
  readonly role?: string;
  /** Whether the account signs in at registration; default true. */
  readonly signedIn?: boolean;
}

/** Folds a user name, or part of one, for searching: case and normal form do not matter. */
export function foldName(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

/**
 * Inserts an account unless the address is in use.
 *
 * A single statement, so that one of two concurrent registrations fails.
 */
export async function insertUserOnce(db: Database, draft: NewUser): Promise<UserRow | undefined> {
  return db
    .insertInto("users")
    .values({
      id: draft.id,
      email: draft.email,
      username: draft.username,
      password_hash: draft.passwordHash,
      created_at_ms: draft.nowMs,
      updated_at_ms: draft.nowMs,
      last_login_at_ms: draft.signedIn === false ? null : draft.nowMs,
      ...(draft.role !== undefined && { role: draft.role }),
      username_folded: foldName(draft.username),
      locked_until_ms: null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** An account's name and sign-in address. Absent parts keep their value. */
export interface Identity {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
}

/** @param next  whose address no other account has */
export async function updateIdentity(
  db: Database,
  id: string,
  { email, username }: Identity,
  nowMs: number,
): Promise<UserRow | undefined> {
  return db
    .updateTable("users")
    .set({
      ...(email !== undefined && { email }),
      ...(username !== undefined && { username, username_folded: foldName(username) }),
      updated_at_ms: nowMs,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/** @returns whether the account exists */
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
 * Records a sign-in and resets the failed attempts.
 *
 * The statement repeats the conditions under which the password was verified, so that a concurrent
 * ban, lock or password change takes precedence.
 *
 * @param passwordHash  the hash the password was verified against
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
    .where(isUnlocked(nowMs))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Replaces the password and lifts a lock.
 *
 * @param expectedHash  if given, only a password that still has this hash is replaced
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

/** @returns whether that changed anything */
export async function updateBan(
  tx: Database,
  id: string,
  isBanned: boolean,
  nowMs: number,
): Promise<boolean> {
  const updated = await tx
    .updateTable("users")
    .set({ is_banned: isBanned ? 1 : 0, updated_at_ms: nowMs })
    .where("id", "=", id)
    .where("is_banned", "=", isBanned ? 0 : 1)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** @returns undefined if the account does not exist */
export async function updateRole(
  tx: Database,
  id: string,
  role: string,
  nowMs: number,
): Promise<UserRow | undefined> {
  return tx
    .updateTable("users")
    .set({ role, updated_at_ms: nowMs })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Stores when learners were last seen, unless later times are stored. Absent learners are skipped.
 */
export async function updateLastSeen(
  tx: Database,
  seen: readonly (readonly [userId: string, atMs: number])[],
): Promise<void> {
  const pairs = seen.map(([userId, atMs]) => [userId, String(atMs)] as const);
  await sql`
    update users set last_seen_at_ms = cast(seen.b as bigint)
    from ${pairTable(tx, pairs)} as seen
    where users.id = seen.a
      and (users.last_seen_at_ms is null or users.last_seen_at_ms < cast(seen.b as bigint))
  `.execute(tx);
}

import type { Selectable } from "kysely";
import type { AdminRole } from "../../../platform/identity/actor.ts";
import type { AdminsTable } from "./admin-auth.tables.ts";
import { isUnlocked } from "../../../platform/database/account-lock.ts";
import { forUpdate } from "../../../platform/database/row-locks.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type AdminRow = Selectable<AdminsTable>;

/** The only allowed key of `first_admin`. */
const FIRST_SLOT = 1;

export async function findAdmin(db: Database, id: string): Promise<AdminRow | undefined> {
  return db.selectFrom("admins").selectAll().where("id", "=", id).executeTakeFirst();
}

export async function findAdminRole(db: Database, id: string): Promise<AdminRole | undefined> {
  const row = await db.selectFrom("admins").select("role").where("id", "=", id).executeTakeFirst();
  return row?.role;
}

/** @param email  in lower case, as stored */
export async function findAdminByEmail(db: Database, email: string): Promise<AdminRow | undefined> {
  return db.selectFrom("admins").selectAll().where("email", "=", email).executeTakeFirst();
}

export async function listAdminRows(db: Database): Promise<AdminRow[]> {
  return db
    .selectFrom("admins")
    .selectAll()
    .orderBy("created_at_ms", "asc")
    .orderBy("id", "asc")
    .execute();
}

export async function hasAdmin(db: Database): Promise<boolean> {
  const row = await db.selectFrom("admins").select("id").limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims to be the first administrator.
 *
 * The key has only one possible value, so one of several concurrent setups succeeds. On PostgreSQL
 * the others wait here until it has committed.
 */
export async function claimFirstAdmin(db: Database, adminId: string): Promise<boolean> {
  const claimed = await db
    .insertInto("first_admin")
    .values({ slot: FIRST_SLOT, admin_id: adminId })
    .onConflict((conflict) => conflict.column("slot").doNothing())
    .returning("admin_id")
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Inserts an account unless its address is taken. */
export async function insertAdminOnce(
  db: Database,
  draft: { id: string; email: string; passwordHash: string; role: AdminRole; nowMs: number },
): Promise<AdminRow | undefined> {
  return db
    .insertInto("admins")
    .values({
      id: draft.id,
      email: draft.email,
      password_hash: draft.passwordHash,
      role: draft.role,
      created_at_ms: draft.nowMs,
      updated_at_ms: draft.nowMs,
      locked_until_ms: null,
    })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returningAll()
    .executeTakeFirst();
}

/** As for learners: fails if the account was locked or its password changed meanwhile. */
export async function noteAdminLogin(
  db: Database,
  id: string,
  passwordHash: string,
  nowMs: number,
): Promise<AdminRow | undefined> {
  return db
    .updateTable("admins")
    .set({ failed_logins: 0, locked_until_ms: null })
    .where("id", "=", id)
    .where("password_hash", "=", passwordHash)
    .where(isUnlocked(nowMs))
    .returningAll()
    .executeTakeFirst();
}

/**
 * Replaces the password and removes a lock.
 *
 * @param expectedHash  hash of the password to be replaced; absent: any
 * @returns false if the password was changed meanwhile
 */
export async function updateAdminPassword(
  db: Database,
  id: string,
  passwordHash: string,
  nowMs: number,
  expectedHash?: string,
): Promise<boolean> {
  const changed = await db
    .updateTable("admins")
    .set({
      password_hash: passwordHash,
      failed_logins: 0,
      locked_until_ms: null,
      updated_at_ms: nowMs,
    })
    .where("id", "=", id)
    .$if(expectedHash !== undefined, (query) =>
      query.where("password_hash", "=", expectedHash ?? ""),
    )
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}

/** Locks the super administrators until the transaction ends. @returns their ids */
export async function lockSuperAdmins(tx: Database): Promise<string[]> {
  const supers = tx.selectFrom("admins").select("id").where("role", "=", "super_admin");
  // All transactions lock them in the same order, so that no two wait for each other.
  const rows = await forUpdate(tx, supers.orderBy("id")).execute();
  return rows.map(({ id }) => id);
}

export async function updateAdminRole(
  db: Database,
  id: string,
  role: AdminRole,
  nowMs: number,
): Promise<AdminRow | undefined> {
  return db
    .updateTable("admins")
    .set({ role, updated_at_ms: nowMs })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
}

export async function removeAdmin(db: Database, id: string): Promise<void> {
  await db.deleteFrom("admins").where("id", "=", id).execute();
}

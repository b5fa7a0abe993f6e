import type { Insertable, Selectable } from "kysely";
import type { PasswordResetRequestsTable, PasswordResetsTable } from "./auth.tables.ts";
import { isPast } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";

export type PasswordResetRow = Selectable<PasswordResetsTable>;
export type SealedReset = Pick<PasswordResetRow, "user_id" | "created_at_ms" | "expires_at_ms"> & {
  readonly email: string;
  readonly token_sealed: string;
};
export type ResetRequestRow = Selectable<PasswordResetRequestsTable>;

export async function findPasswordReset(
  db: Database,
  tokenHash: string,
): Promise<PasswordResetRow | undefined> {
  return db
    .selectFrom("password_resets")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

export async function insertPasswordReset(
  db: Database,
  row: Insertable<PasswordResetsTable>,
): Promise<void> {
  await db.insertInto("password_resets").values(row).execute();
}

export async function removeOpenPasswordResets(db: Database, userId: string): Promise<void> {
  await db
    .deleteFrom("password_resets")
    .where("user_id", "=", userId)
    .where("used_at_ms", "is", null)
    .execute();
}

/** Marks a token as used. It is one statement, so only one of two concurrent callers succeeds. */
export async function usePasswordReset(
  db: Database,
  tokenHash: string,
  nowMs: number,
): Promise<boolean> {
  const used = await db
    .updateTable("password_resets")
    .set({ used_at_ms: nowMs, token_sealed: null })
    .where("token_hash", "=", tokenHash)
    .where("used_at_ms", "is", null)
    .where("expires_at_ms", ">", nowMs)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

export async function removeSpentPasswordResets(db: Database, nowMs: number): Promise<number> {
  const removed = await db
    .deleteFrom("password_resets")
    .where((where) =>
      where.or([where("used_at_ms", "is not", null), where("expires_at_ms", "<=", nowMs)]),
    )
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

/** Usable tokens that learners requested, encrypted, newest first. */
export async function listSealedResets(db: Database, nowMs: number): Promise<SealedReset[]> {
  return db
    .selectFrom("password_resets")
    .innerJoin("users", "users.id", "password_resets.user_id")
    .select(["password_resets.user_id", "users.email", "password_resets.token_sealed"])
    .select(["password_resets.created_at_ms", "password_resets.expires_at_ms"])
    .where("password_resets.token_sealed", "is not", null)
    .where("password_resets.used_at_ms", "is", null)
    .where("password_resets.expires_at_ms", ">", nowMs)
    .orderBy("password_resets.created_at_ms", "desc")
    .orderBy("password_resets.user_id")
    .$narrowType<{ token_sealed: string }>()
    .execute();
}

/** Hashes of unused tokens, possibly including expired ones. */
export async function listPasswordResetHashes(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom("password_resets")
    .select("token_hash")
    .where("used_at_ms", "is", null)
    .execute();
  return rows.map((row) => row.token_hash);
}

export async function insertResetRequest(
  db: Database,
  row: Insertable<PasswordResetRequestsTable>,
): Promise<void> {
  await db.insertInto("password_reset_requests").values(row).execute();
}

/** Oldest requests first. @param latestMs  the latest time to which one can be postponed */
export async function listDueResetRequests(
  db: Database,
  { nowMs, latestMs }: { readonly nowMs: number; readonly latestMs: number },
  limit: number,
): Promise<ResetRequestRow[]> {
  return db
    .selectFrom("password_reset_requests")
    .selectAll()
    .where(isPast("due_at_ms", nowMs, latestMs))
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function postponeResetRequest(
  db: Database,
  id: number,
  dueAtMs: number,
): Promise<void> {
  await db
    .updateTable("password_reset_requests")
    .set({ due_at_ms: dueAtMs })
    .where("id", "=", id)
    .execute();
}

export async function removeResetRequest(db: Database, id: number): Promise<void> {
  await db.deleteFrom("password_reset_requests").where("id", "=", id).execute();
}

export async function removeResetRequestsFor(db: Database, email: string): Promise<void> {
  await db.deleteFrom("password_reset_requests").where("email", "=", email).execute();
}

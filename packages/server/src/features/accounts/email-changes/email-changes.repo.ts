import type { Insertable, Selectable, Updateable } from "kysely";
import { isPast } from "../../../platform/database/stored-times.ts";
import type { Database } from "../../../platform/database/tables.ts";
import type { EmailChangesTable } from "./email-changes.tables.ts";

export type EmailChangeRow = Selectable<EmailChangesTable>;

export async function findEmailChange(
  db: Database,
  userId: string,
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom("email_changes")
    .selectAll()
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

export async function findEmailChangeByToken(
  db: Database,
  tokenHash: string,
): Promise<EmailChangeRow | undefined> {
  return db
    .selectFrom("email_changes")
    .selectAll()
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}

/** Replaces the learner's earlier request. */
export async function storeEmailChange(
  tx: Database,
  row: Insertable<EmailChangesTable>,
): Promise<void> {
  const { user_id: _, ...rest } = row;
  await tx
    .insertInto("email_changes")
    .values(row)
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(rest))
    .execute();
}

/**
 * Requests with a due mail, oldest first.
 *
 * @param latestMs  the latest time to which a mail can be postponed
 */
export async function listDueEmailChanges(
  db: Database,
  { nowMs, latestMs }: { readonly nowMs: number; readonly latestMs: number },
  limit: number,
): Promise<EmailChangeRow[]> {
  return db
    .selectFrom("email_changes")
    .selectAll()
    .where((where) =>
      where.or([
        isPast("confirm_due_at_ms", nowMs, latestMs),
        isPast("notice_due_at_ms", nowMs, latestMs),
      ]),
    )
    .orderBy("requested_at_ms")
    .limit(limit)
    .execute();
}

/** Changes a waiting request unless a later one replaced it. @returns whether it was changed */
export async function updateEmailChange(
  db: Database,
  { user_id, requested_at_ms }: Pick<EmailChangeRow, "user_id" | "requested_at_ms">,
  change: Updateable<EmailChangesTable>,
): Promise<boolean> {
  const updated = await db
    .updateTable("email_changes")
    .set(change)
    .where("user_id", "=", user_id)
    .where("requested_at_ms", "=", requested_at_ms)
    .where("password_mark", "is not", null)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

/** Voids the waiting change. The count of requests stays. */
export async function voidEmailChange(tx: Database, userId: string): Promise<void> {
  await tx
    .updateTable("email_changes")
    .set({
      email: null,
      password_mark: null,
      token_hash: null,
      ip: null,
      session_id: null,
      confirm_due_at_ms: null,
      notice_due_at_ms: null,
    })
    .where("user_id", "=", userId)
    .execute();
}

/** Keeps what was confirmed, after the waiting change was voided. */
export async function keepConfirmed(
  tx: Database,
  userId: string,
  confirmed: Pick<EmailChangeRow, "email" | "token_hash">,
): Promise<void> {
  await tx.updateTable("email_changes").set(confirmed).where("user_id", "=", userId).execute();
}

export async function removeEmailChangesBefore(db: Database, beforeMs: number): Promise<number> {
  const removed = await db
    .deleteFrom("email_changes")
    .where("requested_at_ms", "<=", beforeMs)
    .executeTakeFirst();
  return Number(removed.numDeletedRows);
}

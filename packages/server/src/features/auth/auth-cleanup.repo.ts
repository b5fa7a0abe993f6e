import type { Database } from "../../platform/database/tables.ts";

/** @returns how many sessions were over */
export async function removeExpiredSessions(db: Database, nowMs: number): Promise<number> {
  const result = await db
    .deleteFrom("sessions")
    .where("expires_at_ms", "<=", nowMs)
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** @returns how many reset tokens could not be used any more */
export async function removeSpentPasswordResets(db: Database, nowMs: number): Promise<number> {
  const result = await db
    .deleteFrom("password_resets")
    .where((row) => row.or([row("expires_at_ms", "<=", nowMs), row("used_at_ms", "is not", null)]))
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}

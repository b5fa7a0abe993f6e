import { sql } from "kysely";
import type { Database } from "./database/tables.ts";
import { MINUTE_MS } from "./durations.ts";

/** Number of consecutive wrong passwords that lock an account. */
export const FAILURES_MAX = 5;

/** Duration of a lock. Further wrong passwords do not extend it. */
const LOCK_MS = 15 * MINUTE_MS;

/** Both account tables have the same lock columns. */
export type AccountTable = "users" | "admins";

/** Milliseconds until the account may sign in again; 0 when it may now. */
export function lockedForMs(lockedUntilMs: number | null, nowMs: number): number {
  return Math.max(0, (lockedUntilMs ?? 0) - nowMs);
}

/**
 * Counts a wrong password and locks the account at the fifth in a row.
 *
 * A single statement, so parallel guesses are all counted. A locked account is not changed; after
 * the lock has expired, counting starts again at one.
 */
export async function countFailedLogin(
  db: Database,
  table: AccountTable,
  id: string,
  nowMs: number,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set
      failed_logins = case when locked_until_ms is null then failed_logins + 1 else 1 end,
      locked_until_ms = case
        when locked_until_ms is null and failed_logins + 1 >= ${sql.lit(FAILURES_MAX)}
        then cast(${nowMs + LOCK_MS} as bigint) else null end
    where id = ${id} and (locked_until_ms is null or locked_until_ms <= ${nowMs})
  `.execute(db);
}

import { sql } from "kysely";
import type { Database } from "../database/tables.ts";
import { MINUTE_MS } from "../time/durations.ts";

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
 * Notes a wrong password. For an unknown or locked account there is nothing to count; a row is
 * written all the same, so that the time of the reply does not tell whether the account exists.
 *
 * @param account  undefined for an unknown one
 */
export async function noteWrongPassword(
  db: Database,
  table: AccountTable,
  account: { readonly id: string; readonly locked_until_ms: number | null } | undefined,
  nowMs: number,
): Promise<void> {
  const isCounted = account !== undefined && lockedForMs(account.locked_until_ms, nowMs) === 0;
  if (isCounted) await countFailedLogin(db, table, account.id, nowMs);
  else await noteUncounted(db);
}

async function noteUncounted(db: Database): Promise<void> {
  await db
    .insertInto("uncounted_sign_ins")
    .values({ id: 1, attempts: 1 })
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet({ attempts: sql`uncounted_sign_ins.attempts + 1` }),
    )
    .execute();
}

/**
 * Counts a wrong password and locks the account at the fifth in a row.
 *
 * A single statement, so parallel guesses are all counted. A locked account is not changed; after
 * the lock has expired, counting starts again at one.
 */
async function countFailedLogin(
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

import { sql } from "kysely";
import { refuse } from "../basics/app-error.ts";
import { isUnlocked, LOCK_MS } from "../database/account-lock.ts";
import type { Database } from "../database/tables.ts";

/** Number of consecutive wrong passwords that lock an account. */
const FAILURES_MAX = 5;

/** Both account tables have the same lock columns. */
export type AccountTable = "users" | "admins";

/**
 * Milliseconds until the account may sign in again, at most 15 minutes; 0 if it may now. A lock
 * that ends later was set while the clock was ahead and is ignored.
 */
export function lockedForMs(lockedUntilMs: number | null, nowMs: number): number {
  const leftMs = (lockedUntilMs ?? 0) - nowMs;
  return leftMs > LOCK_MS ? 0 : Math.max(0, leftMs);
}

/** Refuses the right password of a locked account. @param advice  what else helps */
export function refuseLocked(lockedMs: number, advice = "Try again later."): never {
  return refuse("RATE_LIMITED", `Too many wrong passwords. ${advice}`, {
    retryAfterSecs: Math.ceil(lockedMs / 1_000),
  });
}

/**
 * Notes a wrong password. Unknown and locked accounts have nothing to count, but a row is written
 * anyway, so that the response time does not reveal whether the account exists.
 *
 * @param account  undefined if unknown
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
 * the lock has expired, counting starts again at one. When a lock was set by a clock that was
 * ahead, one more wrong password locks the account again, so an attacker who exploits clock
 * differences gains a single guess.
 */
async function countFailedLogin(
  db: Database,
  table: AccountTable,
  id: string,
  nowMs: number,
): Promise<void> {
  const lockEndMs = nowMs + LOCK_MS;
  await sql`
    update ${sql.table(table)} set
      failed_logins = case when locked_until_ms is null or locked_until_ms > ${lockEndMs}
        then failed_logins + 1 else 1 end,
      locked_until_ms = case
        when (locked_until_ms is null or locked_until_ms > ${lockEndMs})
          and failed_logins + 1 >= ${sql.lit(FAILURES_MAX)}
        then cast(${lockEndMs} as bigint) else null end
    where id = ${id} and ${isUnlocked(nowMs)}
  `.execute(db);
}

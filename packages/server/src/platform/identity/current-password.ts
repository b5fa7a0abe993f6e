import { sql } from "kysely";
import type { Deps } from "../../deps.ts";
import { refuse } from "../basics/app-error.ts";
import { isUnlocked } from "../database/account-lock.ts";
import type { Database, OpenTransaction } from "../database/tables.ts";
import { transact } from "../database/transaction.ts";
import { logFailedSignIn, type SignInFailure } from "./failed-sign-in.ts";
import { lockedForMs, noteWrongPassword, refuseLocked, type AccountTable } from "./login-lock.ts";

type Needs = Pick<Deps, "clock" | "database" | "log" | "passwords" | "settings">;

/** What both account tables store for their passwords. */
interface PasswordAccount {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string;
  readonly locked_until_ms: number | null;
}

interface Attempt {
  readonly password: string;
  /** Address of the caller, for the log. */
  readonly ip: string | null | undefined;
  /** Also runs in the transaction that counts a wrong password. */
  readonly onWrong?: (tx: OpenTransaction, nowMs: number) => Promise<void>;
}

/**
 * Checks the password that an account that is signed in gives again, under the rules of a sign-in:
 * wrong ones are counted, logged and lock the account, and a locked account is refused.
 *
 * @throws AppError AUTH_UNAUTHORIZED for a wrong password, RATE_LIMITED for the right one while
 *   locked
 */
export async function requireCurrentPassword<A extends PasswordAccount>(
  needs: Needs,
  table: AccountTable,
  account: A | undefined,
  { password, ip, onWrong }: Attempt,
): Promise<A> {
  const isRight = await needs.passwords.verify(account?.password_hash, password);
  if (account === undefined) return refuse("AUTH_UNAUTHORIZED", WRONG);
  const nowMs = needs.clock.nowMs();
  const report = (outcome: SignInFailure) => {
    const kind = table === "users" ? "learner" : "admin";
    logFailedSignIn(needs, { kind, email: account.email, ip, outcome });
  };
  if (!isRight) {
    await transact(needs.database, async (tx) => {
      await noteWrongPassword(tx, table, account, nowMs);
      await onWrong?.(tx, nowMs);
    });
    report("wrong_credentials");
    return refuse("AUTH_UNAUTHORIZED", WRONG);
  }
  if (await noteRightPassword(needs.database, table, account, nowMs)) return account;
  const lockedMs = lockedForMs(await findLock(needs.database, table, account.id), nowMs);
  report(lockedMs > 0 ? "locked" : "wrong_credentials");
  // Changed at the same moment, the verified password is no longer current.
  if (lockedMs === 0) return refuse("AUTH_UNAUTHORIZED", WRONG);
  return refuseLocked(lockedMs);
}

const WRONG = "The current password is wrong.";

/** @returns false if the account was locked, or its password changed, since it was read */
async function noteRightPassword(
  db: Database,
  table: AccountTable,
  { id, password_hash: passwordHash }: PasswordAccount,
  nowMs: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set failed_logins = 0, locked_until_ms = null
    where id = ${id} and password_hash = ${passwordHash} and ${isUnlocked(nowMs)}
  `.execute(db);
  return numAffectedRows === 1n;
}

async function findLock(db: Database, table: AccountTable, id: string): Promise<number | null> {
  const { rows } = await sql<{ locked_until_ms: number | null }>`
    select locked_until_ms from ${sql.table(table)} where id = ${id}
  `.execute(db);
  return rows[0]?.locked_until_ms ?? null;
}

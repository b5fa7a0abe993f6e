import { setTimeout as pause } from "node:timers/promises";
import { isStalePlan } from "./dialect/postgres-client.ts";
import { gaveWay } from "./storage-errors.ts";
import type { Database, OpenTransaction } from "./tables.ts";

const ATTEMPTS_MAX = 4;

/**
 * Pause before the second attempt; each further pause is four times as long, so that the other
 * transaction can finish.
 */
const PAUSE_FIRST_MS = 10;

/**
 * Runs `work` in one transaction, commits when it returns and rolls back when it throws. Inside
 * `work` only `tx` may be used. Given an open transaction, the work becomes part of it.
 *
 * On PostgreSQL, work that fails with a serialization error or a deadlock is retried up to three
 * times, so its side effects must be safe to repeat.
 */
export async function transact<T>(
  db: Database,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  if (isOpen(db)) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    const committed: (() => void)[] = [];
    try {
      const result = await db.transaction().execute(async (tx) => {
        const last: (() => Promise<void>)[] = [];
        afterCommit.set(tx, committed);
        beforeCommit.set(tx, last);
        const done = await work(tx);
        for (const step of last) await step();
        return done;
      });
      for (const then of committed) then();
      return result;
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isWorthRepeating(error)) throw error;
    }
    await pause(PAUSE_FIRST_MS * 4 ** (attempt - 1));
  }
}

const afterCommit = new WeakMap<Database, (() => void)[]>();

/**
 * Runs `then` after the commit of a transaction opened by `transact`, and not at all if it is
 * rolled back. Outside such a transaction it runs at once.
 *
 * @param then  must not throw
 */
export function onCommit(tx: Database, then: () => void): void {
  if (!isOpen(tx)) then();
  else afterCommit.get(tx)?.push(then);
}

const beforeCommit = new WeakMap<Database, (() => Promise<void>)[]>();

/**
 * Runs `step` as the last part of a transaction opened by `transact`, for rows that all learners
 * share, so that they are locked for the shortest time. Elsewhere it runs at once.
 */
export async function atEndOf(tx: Database, step: () => Promise<void>): Promise<void> {
  const steps = beforeCommit.get(tx);
  if (steps === undefined) await step();
  else steps.push(step);
}

function isOpen(db: Database): db is OpenTransaction {
  return db.isTransaction;
}

function isWorthRepeating(error: unknown): boolean {
  return gaveWay(error) || isStalePlan(error);
}

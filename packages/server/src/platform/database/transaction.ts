import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { isStalePlan } from "./dialect/postgres-dialect.ts";
import type { Database, OpenTransaction } from "./tables.ts";

const ATTEMPTS_MAX = 4;

/** Before the second attempt, then four times as long each: the winner must get its locks first. */
const PAUSE_FIRST_MS = 10;

/** PostgreSQL: serialization failure and deadlock. The loser of a race may simply try again. */
const LOST_RACES: ReadonlySet<string> = new Set(["40001", "40P01"]);

/**
 * Runs `work` in one transaction and commits when it returns; a throw rolls back. Inside `work`
 * only `tx` may be used. Given an open transaction, the work becomes part of it.
 *
 * Work that loses a race on PostgreSQL is run again, up to three times: what it does besides
 * statements must bear repeating.
 */
export async function transact<T>(
  db: Database,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  if (isOpen(db)) return work(db);
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt >= ATTEMPTS_MAX || !isWorthRepeating(error)) throw error;
    }
    await pause(PAUSE_FIRST_MS * 4 ** (attempt - 1));
  }
}

function isOpen(db: Database): db is OpenTransaction {
  return db.isTransaction;
}

function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return LOST_RACES.has(error.code ?? "") || isStalePlan(error);
}

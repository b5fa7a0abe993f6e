import { setTimeout as pause } from "node:timers/promises";
import type { Database, OpenTransaction } from "./tables.ts";

/** Tries in all, when PostgreSQL had to break a tie between transactions. */
const TRIES_MAX = 4;

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK_DETECTED = "40P01";

/**
 * Runs work in one transaction: all of it happens, or nothing.
 *
 * Work that lost a tie on PostgreSQL (serialization failure, deadlock) is run again, so it must do
 * nothing but use `tx`. Inside a transaction that is open already, work simply joins it.
 */
export async function transact<T>(
  db: Database,
  work: (tx: OpenTransaction) => Promise<T>,
): Promise<T> {
  if (db.isTransaction) return work(db as OpenTransaction);
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (cause) {
      if (tries >= TRIES_MAX || !lostATie(cause)) throw cause;
      await pause(2 ** tries);
    }
  }
}

function lostATie(cause: unknown): boolean {
  const code = (cause as { code?: unknown } | null)?.code;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK_DETECTED;
}

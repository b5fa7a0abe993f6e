import type { DatabaseSync } from "node:sqlite";
import type { Turns } from "./turns.ts";

/** Pause between two attempts; others use the connection meanwhile. */
const RETRY_MS = 20;
/** SQLite's result code for a file that another process has locked. */
const BUSY = 5;

/** Retries what a lock of another process prevented, without blocking the event loop. */
export interface BusyWaits {
  /**
   * Retries an attempt until it succeeds. Call it with what the first attempt threw, while holding
   * the turn.
   *
   * @throws what the last attempt threw, when it is another error or the time is up
   */
  again<T>(fault: unknown, attempt: () => T): Promise<T>;
}

/**
 * SQLite can wait by itself, but then the event loop stands still: no read, no health check, no
 * stream.
 *
 * Inside a transaction nothing is repeated: it took the write lock with its first statement.
 *
 * @param turns  given up between two attempts, so that others can use the connection
 */
export function createBusyWaits(file: DatabaseSync, turns: Turns, waitMaxMs: number): BusyWaits {
  return {
    async again(fault, attempt) {
      const endMs = performance.now() + waitMaxMs;
      for (let last = fault; ;) {
        if (!isBusy(last) || file.isTransaction || performance.now() >= endMs) throw last;
        await turns.stepAside(RETRY_MS);
        try {
          return attempt();
        } catch (error) {
          last = error;
        }
      }
    },
  };
}

/** Whether SQLite refused because another connection holds a lock. */
export function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return (Number(error.errcode) & 0xff) === BUSY;
}

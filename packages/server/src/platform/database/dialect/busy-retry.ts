import type { DatabaseSync } from "node:sqlite";
import type { Mutex } from "./mutex.ts";

/** Pause between two attempts, during which others may use the connection. */
const RETRY_MS = 20;
/** SQLite's result code for a file that another process has locked. */
const BUSY = 5;

/**
 * Retries statements that failed because of another process's lock, without blocking the event
 * loop.
 */
export interface BusyRetry {
  /**
   * Retries until `attempt` succeeds. Call it with the error of the first attempt, while holding
   * the mutex.
   *
   * @throws the last error, if it is not a lock error or the time is up
   */
  retry<T>(fault: unknown, attempt: () => T): Promise<T>;
}

/**
 * SQLite can wait itself, but that blocks the event loop: no reads, no health checks, no streams.
 *
 * Nothing is retried inside a transaction, which took the write lock with its first statement.
 *
 * @param mutex  released between two attempts, so that others can use the connection
 */
export function createBusyRetry(file: DatabaseSync, mutex: Mutex, waitMaxMs: number): BusyRetry {
  return {
    async retry(fault, attempt) {
      const endMs = performance.now() + waitMaxMs;
      for (let last = fault; ;) {
        if (!isBusy(last) || file.isTransaction || performance.now() >= endMs) throw last;
        await mutex.yieldFor(RETRY_MS);
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

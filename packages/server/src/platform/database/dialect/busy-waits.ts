import type { DatabaseSync } from "node:sqlite";
import type { Turns } from "./turns.ts";

/** Between two attempts; others have the connection meanwhile. */
const RETRY_MS = 20;
/** SQLite's code for a file that another process writes to. */
const BUSY = 5;

/** Repeats what another process was in the way of, without holding up the event loop. */
export interface BusyWaits {
  /**
   * To be called with what an attempt threw, by whose turn it is; repeats it until it works.
   *
   * @throws what the last attempt threw: another fault, or the same one for too long
   */
  again<T>(fault: unknown, attempt: () => T): Promise<T>;
}

/**
 * SQLite can wait by itself, but then nothing else runs: no read, no health check, no stream.
 *
 * Inside a transaction nothing is repeated: it took the write lock with its first statement.
 *
 * @param turns  whose turn it is on that connection; it goes round between two attempts
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

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error) || !("errcode" in error)) return false;
  return (Number(error.errcode) & 0xff) === BUSY;
}

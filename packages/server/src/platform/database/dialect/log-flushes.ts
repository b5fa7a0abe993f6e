import { open } from "node:fs/promises";

/** Flushes committed data to the disk, off the event loop. */
export interface Flushes {
  /**
   * Resolves once everything committed before the call is on the disk.
   *
   * @throws what the flush threw
   */
  flushed(): Promise<void>;
  /** For a caller who has only read: waits for flushes the writers have already asked for. */
  caughtUp(): Promise<void>;
  /** @throws what an earlier flush threw; see {@link createFlushes} */
  requireSound(): void;
  /** Waits for the flush in progress. */
  close(): Promise<void>;
}

/**
 * Flushes of the write-ahead log of an SQLite file. A flush costs the same however much was
 * committed, so callers who arrive while one runs share the next one.
 *
 * @param file  the database; its log exists from the first statement on
 * @throws Error  the log cannot be opened
 */
export async function flushesOfLog(file: string): Promise<Flushes> {
  const log = await open(`${file}-wal`, "r+");
  const flushes = createFlushes(() => log.datasync());
  return {
    ...flushes,
    async close() {
      await flushes.close();
      await log.close();
    },
  };
}

/**
 * One flush at a time, shared by all who asked before it began.
 *
 * After a failed flush the operating system may have dropped pages it could not write, and a later
 * flush would report success. So after one failure no flush succeeds again and nothing is read that
 * may be lost; a restarted process finds what is really on the disk.
 */
export function createFlushes(flush: () => Promise<void>): Flushes {
  let running: Promise<void> | undefined;
  let next: Promise<void> | undefined;
  let failure: { readonly cause: unknown } | undefined;

  function start(): Promise<void> {
    next = undefined;
    running = flush().then(
      () => {
        if (next === undefined) running = undefined;
      },
      (cause: unknown) => {
        failure = { cause };
        throw cause;
      },
    );
    return running;
  }

  return {
    flushed() {
      if (running === undefined) return start();
      next ??= running.then(start);
      return next;
    },
    async caughtUp() {
      await (next ?? running);
    },
    requireSound() {
      if (failure !== undefined) throw failure.cause;
    },
    async close() {
      await (next ?? running)?.catch(() => undefined);
    },
  };
}

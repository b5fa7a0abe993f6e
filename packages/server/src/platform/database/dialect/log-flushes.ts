import { open } from "node:fs/promises";

/** Brings to the disk what was committed, beside the event loop. */
export interface Flushes {
  /**
   * Resolves once everything committed before the call is on the disk.
   *
   * @throws what the flush threw
   */
  flushed(): Promise<void>;
  /** The same for somebody who has only read: whoever wrote it has asked for the flush. */
  caughtUp(): Promise<void>;
  /** @throws what a flush threw once; see {@link createFlushes} */
  requireSound(): void;
  /** Lets the flush in progress end. */
  close(): Promise<void>;
}

/**
 * Flushes of the write-ahead log of an SQLite file. They cost the same however much was committed:
 * those who come while one runs share the next one.
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
 * One flush at a time, shared by all who came before it began.
 *
 * After a failed flush the system may have dropped what it could not write, and a later flush would
 * say that all is well. So none succeeds any more, and nothing is read that may be lost: a process
 * started anew finds what really is on the disk.
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

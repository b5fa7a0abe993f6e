import { open } from "node:fs/promises";

/** Flushes committed data to the disk, off the event loop. */
export interface Flushes {
  /**
   * Resolves once everything committed before the call is on disk.
   *
   * @throws the error of the flush
   */
  flushed(): Promise<void>;
  /** For callers that only read: waits for the flushes already requested by writers. */
  caughtUp(): Promise<void>;
  /** @throws the error of an earlier flush; see {@link createFlushes} */
  requireSound(): void;
  /** Whether no flush has failed. */
  readonly sound: boolean;
  /** Waits for the flush in progress. */
  close(): Promise<void>;
}

/**
 * Flushes the write-ahead log of an SQLite file. The cost of a flush does not depend on how much
 * was committed, so callers that arrive while one runs share the next one.
 *
 * @param file  the database file; its log exists after the first statement
 * @param onFailure  called once, when a flush has failed
 * @throws Error if the log cannot be opened
 */
export async function flushesOfLog(file: string, onFailure: () => void): Promise<Flushes> {
  const log = await open(`${file}-wal`, "r+");
  const flushes = createFlushes(() => log.datasync(), onFailure);
  return {
    ...flushes,
    get sound() {
      return flushes.sound;
    },
    async close() {
      await flushes.close();
      await log.close();
    },
  };
}

/**
 * Runs one flush at a time, shared by all callers that arrived before it started.
 *
 * After a failed flush the operating system may have dropped unwritten pages, and a later flush
 * would report success. After one failure, therefore, all flushes fail, and data that may be lost
 * is not read; the process then restarts (see renew-log.ts).
 */
export function createFlushes(
  flush: () => Promise<void>,
  onFailure: () => void = () => {},
): Flushes {
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
        onFailure();
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
    get sound() {
      return failure === undefined;
    },
    requireSound() {
      if (failure !== undefined) throw failure.cause;
    },
    async close() {
      await (next ?? running)?.catch(() => undefined);
    },
  };
}

import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as pause } from "node:timers/promises";

/** Timed out waiting for the only connection; handled like a file locked by another process. */
export class MutexTimeoutError extends Error {
  override readonly name = "MutexTimeoutError";

  constructor(waitMaxMs: number) {
    super(
      `the database connection was not free within ${waitMaxMs} ms; ` +
        "does a transaction wait for something else, or use the database without its handle?",
    );
  }
}

/** A fair mutex: first come, first served. */
export interface Mutex {
  /**
   * Resolves when the caller holds the mutex; the caller must then call `release` exactly once.
   *
   * @throws MutexTimeoutError
   */
  acquire(): Promise<void>;
  release(): void;
  /** Releases the mutex for `ms`, then acquires it again without a time limit. */
  yieldFor(ms: number): Promise<void>;
}

interface Waiting {
  readonly enter: () => void;
  readonly timer?: NodeJS.Timeout;
}

const ENTERED = Promise.resolve();

/** @param waitMaxMs timeout of `acquire`; also ends a transaction that waits for itself */
export function createMutex(waitMaxMs: number): Mutex {
  const queue = new Set<Waiting>();
  let taken = false;

  return {
    acquire() {
      if (taken) return wait();
      taken = true;
      return ENTERED;
    },
    release,
    async yieldFor(ms) {
      release();
      await pause(ms);
      if (taken) await new Promise<void>((enter) => queue.add({ enter }));
      else taken = true;
    },
  };

  function release(): void {
    const [next] = queue;
    if (next === undefined) {
      taken = false;
      return;
    }
    queue.delete(next);
    clearTimeout(next.timer);
    next.enter();
  }

  function wait(): Promise<void> {
    return new Promise((enter, reject) => {
      const timer = setTimeout(() => {
        queue.delete(waiting);
        reject(new MutexTimeoutError(waitMaxMs));
      }, waitMaxMs);
      const waiting: Waiting = { enter, timer };
      queue.add(waiting);
    });
  }
}

import { clearTimeout, setTimeout } from "node:timers";
import { setTimeout as pause } from "node:timers/promises";

/** Waited too long for the only connection; handled like a file locked by another process. */
export class TurnTimeoutError extends Error {
  override readonly name = "TurnTimeoutError";

  constructor(waitMaxMs: number) {
    super(
      `no turn on the database connection within ${waitMaxMs} ms; ` +
        "does a transaction wait for something else, or use the database beside its handle?",
    );
  }
}

/** Lets one user at a time use something, first come, first served. */
export interface Turns {
  /**
   * Resolves when it is the caller's turn; the caller must then call `leave` exactly once.
   *
   * @throws TurnTimeoutError
   */
  take(): Promise<void>;
  leave(): void;
  /**
   * Gives up the turn for `ms`, then waits for the next one without a time limit: whoever had a
   * turn gets it back.
   */
  stepAside(ms: number): Promise<void>;
}

interface Waiting {
  readonly enter: () => void;
  readonly timer?: NodeJS.Timeout;
}

const ENTERED = Promise.resolve();

/** @param waitMaxMs longest wait for a turn; also ends a transaction that waits for itself */
export function createTurns(waitMaxMs: number): Turns {
  const queue = new Set<Waiting>();
  let taken = false;

  return {
    take() {
      if (taken) return wait();
      taken = true;
      return ENTERED;
    },
    leave,
    async stepAside(ms) {
      leave();
      await pause(ms);
      if (taken) await new Promise<void>((enter) => queue.add({ enter }));
      else taken = true;
    },
  };

  function leave(): void {
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
        reject(new TurnTimeoutError(waitMaxMs));
      }, waitMaxMs);
      const waiting: Waiting = { enter, timer };
      queue.add(waiting);
    });
  }
}

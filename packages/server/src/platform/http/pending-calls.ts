/** Calls whose hit may still be given back, by their key in a rate limit. */
export interface PendingCalls {
  has(key: string): boolean;
  /** Call when a call was counted. @returns a function that ends it, once */
  begin(key: string): () => void;
  /**
   * Waits until a call under the key ends. Undefined if there is none, or too many wait already.
   */
  next(key: string): Promise<void> | undefined;
}

interface Pending {
  open: number;
  readonly waiting: (() => void)[];
}

/** Maximum requests that wait under one key; each holds a connection. */
const WAITING_MAX = 200;

/**
 * When thirty people behind one address sign in at the same moment, all are counted before the
 * first succeeds and is given back. A call over the limit therefore waits while pending calls may
 * make room.
 */
export function createPendingCalls(): PendingCalls {
  const all = new Map<string, Pending>();
  return {
    has: (key) => all.has(key),
    begin(key) {
      const pending = all.get(key) ?? { open: 0, waiting: [] };
      all.set(key, pending);
      pending.open += 1;
      return () => {
        pending.open -= 1;
        // One call makes room for one; after the last, nobody needs to wait any more.
        const woken = pending.waiting.splice(0, pending.open === 0 ? Infinity : 1);
        if (pending.open === 0) all.delete(key);
        for (const wake of woken) wake();
      };
    },
    next(key) {
      const pending = all.get(key);
      if (pending === undefined || pending.waiting.length >= WAITING_MAX) return undefined;
      return new Promise((resolve) => pending.waiting.push(resolve));
    },
  };
}

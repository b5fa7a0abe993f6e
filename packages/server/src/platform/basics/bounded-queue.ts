/** Runs work, a few at a time; the rest waits in the order in which it came. */
export interface Gate {
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Whether more work would have to wait. */
  isFull(): boolean;
  /** How much work waits. */
  waiting(): number;
}

/** @param atOnce  how much work runs at the same time */
export function createGate(atOnce: number): Gate {
  const waiting: (() => void)[] = [];
  let running = 0;
  return {
    async run(work) {
      if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn));
      else running += 1;
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next === undefined) running -= 1;
        else next();
      }
    },
    isFull: () => running >= atOnce,
    waiting: () => waiting.length,
  };
}

/** A gate before which only so much work waits. */
export interface BoundedQueue {
  /** @returns undefined if too much work waits already */
  run<T>(work: () => Promise<T>): Promise<T> | undefined;
}

/**
 * @param atOnce      how much work runs at the same time
 * @param waitingMax  how much more may wait
 */
export function createBoundedQueue(atOnce: number, waitingMax: number): BoundedQueue {
  const gate = createGate(atOnce);
  return {
    run: (work) => (gate.isFull() && gate.waiting() >= waitingMax ? undefined : gate.run(work)),
  };
}

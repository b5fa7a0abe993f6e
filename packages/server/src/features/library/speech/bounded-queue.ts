/** Runs work, a few at a time. */
export interface BoundedQueue {
  /** @returns undefined if too much work waits already */
  run<T>(work: () => Promise<T>): Promise<T> | undefined;
}

/**
 * @param atOnce      how much work runs at the same time
 * @param waitingMax  how much more may wait
 */
export function createBoundedQueue(atOnce: number, waitingMax: number): BoundedQueue {
  const waiting: (() => void)[] = [];
  let running = 0;
  const start = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
  return {
    run(work) {
      return running >= atOnce && waiting.length >= waitingMax ? undefined : start(work);
    },
  };
}

/** Lets one in at a time, in the order of asking. */
export interface Mutex {
  lock(): Promise<void>;
  unlock(): void;
}

export function createMutex(): Mutex {
  const waiting: (() => void)[] = [];
  let held = false;
  return {
    async lock() {
      if (!held) {
        held = true;
        return;
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    },
    unlock() {
      const next = waiting.shift();
      if (next === undefined) held = false;
      else next();
    },
  };
}

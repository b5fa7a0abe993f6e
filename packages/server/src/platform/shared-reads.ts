import { setImmediate as turn } from "node:timers/promises";

/** Looks up what `key` names; the same for all who name it. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Lets those who ask for the same thing at the same time share one look-up.
 *
 * Nobody joins a look-up that has begun: what each is given was read after they asked. Before it
 * begins the event loop takes one turn, so that requests already in the sockets join in.
 */
export function createSharedReads<T>(): SharedReads<T> {
  const waitedFor = new Map<string, Promise<T>>();

  return (key, read) => {
    const known = waitedFor.get(key);
    if (known !== undefined) return known;
    const reading = turn().then(() => {
      waitedFor.delete(key);
      return read();
    });
    waitedFor.set(key, reading);
    return reading;
  };
}

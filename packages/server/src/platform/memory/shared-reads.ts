import { setImmediate as turn } from "node:timers/promises";

/** Looks up a key; concurrent callers with the same key share the look-up. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>;

/**
 * Merges concurrent look-ups of the same key.
 *
 * A look-up that has already started is not shared: every caller gets a value that was read after
 * the call. It starts one turn of the event loop later, so that requests already waiting in the
 * sockets can join.
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

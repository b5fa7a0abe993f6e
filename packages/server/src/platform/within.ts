import { setImmediate as nextRound } from "node:timers/promises";

/**
 * The value of a promise, if it settles in time.
 *
 * After the process was blocked for a while, timers fire before input that arrived meanwhile has
 * been read; so the promise gets two more rounds of the event loop.
 *
 * @param ms     from now, in milliseconds
 * @throws Error with `message` when it is too late; what the promise throws
 */
export async function within<T>(ms: number, message: string, promise: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => void giveUp(), ms);
  const giveUp = async () => {
    await nextRound();
    await nextRound();
    late.reject(new Error(message));
  };
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
    late.promise.catch(() => {});
  }
}

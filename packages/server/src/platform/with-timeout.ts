import { setImmediate as nextTurn } from "node:timers/promises";

/**
 * The value of a promise that settles within `ms`.
 *
 * After the event loop was blocked, timers fire before the input that arrived meanwhile is read, so
 * the promise gets two more turns of the event loop.
 *
 * @throws Error with `message` after the timeout; otherwise what the promise throws
 */
export async function withTimeout<T>(ms: number, message: string, promise: Promise<T>): Promise<T> {
  const timedOut = Promise.withResolvers<never>();
  const timer = setTimeout(() => void giveUp(), ms);
  const giveUp = async () => {
    await nextTurn();
    await nextTurn();
    timedOut.reject(new Error(message));
  };
  try {
    return await Promise.race([promise, timedOut.promise]);
  } finally {
    clearTimeout(timer);
    timedOut.promise.catch(() => {});
  }
}

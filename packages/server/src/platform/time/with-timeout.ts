import { setImmediate as nextTurn } from "node:timers/promises";

/** A promise has not settled in time. */
export class TimeoutError extends Error {
  override readonly name = "TimeoutError";
}

/**
 * The value of a promise that settles within `ms`.
 *
 * After the event loop was blocked, timers fire before the input that arrived meanwhile is read, so
 * the promise gets two more turns of the event loop.
 *
 * @throws TimeoutError with `message` after the timeout; otherwise what the promise throws
 */
export async function withTimeout<T>(ms: number, message: string, promise: Promise<T>): Promise<T> {
  const timedOut = Promise.withResolvers<never>();
  const timer = setTimeout(() => void giveUp(), ms);
  const giveUp = async () => {
    await nextTurn();
    await nextTurn();
    timedOut.reject(new TimeoutError(message));
  };
  try {
    return await Promise.race([promise, timedOut.promise]);
  } finally {
    clearTimeout(timer);
    timedOut.promise.catch(() => {});
  }
}

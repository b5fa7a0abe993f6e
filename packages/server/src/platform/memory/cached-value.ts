import type { Clock } from "../time/clock.ts";

/** A single value stored elsewhere, cached in memory for a limited time. */
export interface CachedValue<T> {
  /** The cached value; undefined if it has to be read again. */
  atHand(): T | undefined;
  /** The value; concurrent callers share one load. */
  read(): Promise<T>;
  /** Call it after this process changed the value, so that the change takes effect at once. */
  forget(): void;
}

/** @param ttlMs  how long a change by another process may go unnoticed */
export function createCachedValue<T>(
  clock: Clock,
  ttlMs: number,
  load: () => Promise<T>,
): CachedValue<T> {
  let known: { readonly value: T; readonly readAtMs: number } | undefined;
  let reading: Promise<T> | undefined;

  const isFresh = ({ readAtMs }: { readonly readAtMs: number }) =>
    clock.monotonicMs() - readAtMs < ttlMs;

  const readNow = (): Promise<T> => {
    const readAtMs = clock.monotonicMs();
    const own = load().then(
      (value) => {
        // After `forget`, this load may have read the old value.
        if (reading === own) known = { value, readAtMs };
        if (reading === own) reading = undefined;
        return value;
      },
      (error: unknown) => {
        if (reading === own) reading = undefined;
        throw error;
      },
    );
    return own;
  };

  return {
    atHand: () => (known !== undefined && isFresh(known) ? known.value : undefined),
    async read() {
      return known !== undefined && isFresh(known) ? known.value : (reading ??= readNow());
    },
    forget() {
      known = undefined;
      reading = undefined;
    },
  };
}

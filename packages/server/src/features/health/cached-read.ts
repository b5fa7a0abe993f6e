import type { Clock } from "../../platform/clock.ts";

/**
 * Caches the result of a read for `freshMs`. Concurrent callers share one read; a failed read is
 * not cached.
 */
export function cachedRead<T>(
  clock: Clock,
  freshMs: number,
  read: () => Promise<T>,
): () => Promise<T> {
  let result: Promise<T> | undefined;
  let startedAtMs = 0;

  return () => {
    if (result !== undefined && clock.monotonicMs() - startedAtMs < freshMs) return result;
    startedAtMs = clock.monotonicMs();
    const pending = read();
    result = pending;
    pending.catch(() => {
      if (result === pending) result = undefined;
    });
    return pending;
  };
}

import type { Clock } from "./clock.ts";

/** Something kept in another place, and in memory as long as that may be trusted. */
export interface FreshValue<T> {
  /** At once, or undefined when it has to be read again. */
  atHand(): T | undefined;
  /** However many ask while it is being read, it is read once. */
  read(): Promise<T>;
  /** To be called when it was changed here, so that the change acts at once. */
  forget(): void;
}

/** @param freshForMs  how long a change made by another process may stay unnoticed */
export function createFreshValue<T>(
  clock: Clock,
  freshForMs: number,
  load: () => Promise<T>,
): FreshValue<T> {
  let known: { readonly value: T; readonly readAtMs: number } | undefined;
  let reading: Promise<T> | undefined;

  const atHand = () =>
    known !== undefined && clock.monotonicMs() - known.readAtMs < freshForMs
      ? known.value
      : undefined;

  const readNow = (): Promise<T> => {
    const readAtMs = clock.monotonicMs();
    const own = load().then(
      (value) => {
        // What was forgotten meanwhile may be older than the change that it was forgotten for.
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
    atHand,
    async read() {
      return atHand() ?? (reading ??= readNow());
    },
    forget() {
      known = undefined;
      reading = undefined;
    },
  };
}

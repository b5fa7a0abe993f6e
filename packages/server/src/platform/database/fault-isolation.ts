import { setImmediate as nextTurn } from "node:timers/promises";
import { isStorageUnavailable } from "./storage-errors.ts";

/**
 * Does the work for all items together. If that fails, does it for each half, and so on: a faulty
 * item fails alone, after about 2·log₂(n) attempts, and the order is kept. If the database is
 * unavailable, all items of that attempt fail at once, because retrying would only take longer.
 *
 * @param work  a failed attempt must leave nothing behind, as one transaction does; returns the
 * result of each item, in order, or nothing if there are none
 * @returns the outcome of each item, in order; never rejects
 */
export async function isolateFaults<T, R = void>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<[R] extends [void] ? void : readonly R[]>,
): Promise<PromiseSettledResult<R>[]> {
  if (items.length === 0) return [];
  try {
    const results = await work(items);
    return items.map((_, index) => ({ status: "fulfilled", value: results?.[index] as R }));
  } catch (reason) {
    if (items.length === 1 || isStorageUnavailable(reason)) {
      return items.map(() => ({ status: "rejected", reason }));
    }
    const half = Math.ceil(items.length / 2);
    const outcomes: PromiseSettledResult<R>[] = [];
    for (const part of [items.slice(0, half), items.slice(half)]) {
      // Many attempts in a row must not keep the event loop from requests.
      await nextTurn();
      outcomes.push(...(await isolateFaults(part, work)));
    }
    return outcomes;
  }
}

/** An item for which the work fails, and why. */
export interface Fault<T> {
  readonly item: T;
  readonly cause: unknown;
}

/**
 * Does the work as {@link isolateFaults} does.
 *
 * @returns the items for which it failed
 * @throws the error, if the database is unavailable, because then no item is at fault
 */
export async function faultsOf<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
): Promise<Fault<T>[]> {
  const outcomes = await isolateFaults(items, work);
  return outcomes.flatMap((outcome, index) => {
    if (outcome.status === "fulfilled") return [];
    if (isStorageUnavailable(outcome.reason)) throw outcome.reason;
    return { item: items[index] as T, cause: outcome.reason };
  });
}

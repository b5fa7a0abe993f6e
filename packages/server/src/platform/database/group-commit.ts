import { setImmediate } from "node:timers";

/** Gathers items that arrive close together into one piece of work. */
export interface GroupCommit<T, R = void> {
  /** Resolves with the item's outcome once its flush is done; rejects with what the flush threw. */
  submit(item: T): Promise<R>;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (outcome: R) => void;
  readonly reject: (cause: unknown) => void;
}

export interface GroupCommitOptions {
  /** Most items in one flush. */
  readonly max?: number;
  /**
   * A pause after a flush that several items shared, so that more of them gather. The cost of a
   * flush hardly depends on its size: without a pause, flushes of two or three items follow each
   * other and take all the time there is. A single item never waits.
   */
  readonly rest?: Rest;
}

/** Over when `over` says so, or when `enough` wait for the next flush. */
export interface Rest {
  readonly over: () => Promise<unknown>;
  readonly enough: number;
}

/** From this many items in one flush on, it is worth waiting for more. */
const CROWD = 3;

/**
 * One flush at a time; what arrives meanwhile goes together in the next one, in order of arrival.
 * That makes durable commits affordable: everyone who waits for one shares its cost.
 *
 * Before each flush the event loop takes one turn, so that requests already in the sockets join in;
 * with a synchronous database nothing would ever gather otherwise.
 *
 * @param flush  returns the outcome of each item, in order; nothing when R is void
 */
export function createGroupCommit<T, R = void>(
  flush: (items: readonly T[]) => Promise<[R] extends [void] ? void : readonly R[]>,
  { max = 256, rest }: GroupCommitOptions = {},
): GroupCommit<T, R> {
  const queue: Waiting<T, R>[] = [];
  let scheduled = false;
  let wake: (() => void) | undefined;

  async function flushNext(): Promise<void> {
    const batch = queue.splice(0, max);
    try {
      const outcomes = await flush(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(outcomes?.[index] as R);
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
    if (batch.length >= CROWD && rest !== undefined) await gather(rest);
    scheduled = false;
    if (queue.length > 0) schedule();
  }

  async function gather({ over, enough }: Rest): Promise<void> {
    if (queue.length >= enough) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = () => {
      if (queue.length >= enough) resolve();
    };
    await Promise.race([over(), promise]);
    wake = undefined;
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(() => void flushNext());
  }

  return {
    submit: (item) =>
      new Promise((resolve, reject) => {
        queue.push({ item, resolve, reject });
        wake?.();
        schedule();
      }),
  };
}

import { setImmediate } from "node:timers";
import { isolateFaults } from "./fault-isolation.ts";

/** Batches items that arrive close together. */
export interface GroupCommit<T, R = void> {
  /**
   * Resolves with the item's outcome once it is flushed. Rejects with the error of a flush of this
   * item alone, or of one that found the database unavailable.
   */
  submit(item: T): Promise<R>;
}

interface Waiting<T, R> {
  readonly item: T;
  readonly resolve: (outcome: R) => void;
  readonly reject: (cause: unknown) => void;
}

export interface GroupCommitOptions {
  /** Maximum number of items in one flush, default 256, because the others wait until it ends. */
  readonly max?: number;
  /**
   * A pause after a flush shared by several items, so that larger batches form. The cost of a flush
   * hardly depends on its size: without a pause, flushes of two or three items would follow each
   * other and take up all the time. A single item never waits.
   */
  readonly gatherPause?: GatherPause;
}

/** Ends when `elapsed` resolves, or when `enough` items wait for the next flush. */
interface GatherPause {
  readonly elapsed: () => Promise<unknown>;
  readonly enough: number;
}

const MAX = 256;

/** From this many items per flush, it is worth waiting for more. */
const SHARED_MIN = 3;

/**
 * Runs one flush at a time; items that arrive during a flush go into the next one, in order of
 * arrival. This makes durable commits affordable: all items of a flush share its cost.
 *
 * Each flush waits for one turn of the event loop, so that requests already in the sockets can
 * join; with a synchronous database no batches would form otherwise.
 *
 * A failed flush is repeated with fewer items, so that a faulty one fails alone: see {@link
 * isolateFaults}.
 *
 * @param flush  returns the outcome of each item, in order; nothing if R is void. A failed flush
 * must leave nothing behind, as one transaction does.
 */
export function createGroupCommit<T, R = void>(
  flush: (items: readonly T[]) => Promise<[R] extends [void] ? void : readonly R[]>,
  { max = MAX, gatherPause }: GroupCommitOptions = {},
): GroupCommit<T, R> {
  const queue: Waiting<T, R>[] = [];
  let scheduled = false;
  let wake: (() => void) | undefined;

  async function flushNext(): Promise<void> {
    const batch = queue.splice(0, max);
    const items = batch.map(({ item }) => item);
    for (const [index, outcome] of (await isolateFaults(items, flush)).entries()) {
      if (outcome.status === "fulfilled") batch[index]?.resolve(outcome.value);
      else batch[index]?.reject(outcome.reason);
    }
    if (batch.length >= SHARED_MIN && gatherPause !== undefined) await gather(gatherPause);
    scheduled = false;
    if (queue.length > 0) schedule();
  }

  async function gather({ elapsed, enough }: GatherPause): Promise<void> {
    if (queue.length >= enough) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    wake = () => {
      if (queue.length >= enough) resolve();
    };
    await Promise.race([elapsed(), promise]);
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

import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import {
  putEntry,
  readEntries,
  removeEntry,
  type OutboxEntry,
  type Refusal,
} from "./outbox-entry.ts";

/** The outcome of one request for its entries. */
export interface SendResult {
  /** Entries that the service has, from this request or an earlier one. */
  readonly gone: readonly number[];
  readonly refused: readonly (Refusal & { readonly seq: number })[];
}

export interface Delivery {
  /**
   * Sends entries of one kind, oldest first.
   * @throws RequestRefused when the request as a whole was refused for good
   * @throws another error when a retry may succeed; NothingSent if the service surely has none of
   * them
   */
  readonly send: (entries: readonly OutboxEntry[]) => Promise<SendResult>;
  /** Called after entries were delivered, before the next request. */
  readonly onGone?: (entries: readonly OutboxEntry[]) => void;
}

/** The service refused the whole request without looking at its entries. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  readonly code: string;

  constructor({ code, message }: Refusal) {
    super(message);
    this.code = code;
  }
}

/** The service accepts nothing for now: no sign-in, too many requests, maintenance. */
export class NothingSent extends Error {
  override readonly name = "NothingSent";
  readonly retryAfterSecs: number | undefined;

  constructor(cause: unknown, retryAfterSecs?: number) {
    super("The service took nothing.", { cause });
    this.retryAfterSecs = retryAfterSecs;
  }
}

/** Largest request of answers (the service's limit). */
const BATCH_MAX = 500;

/**
 * Sends all entries in order: answers in batches, acts one by one. Runs in one tab at a time.
 * @param look called after every change of the entries
 * @throws what `send` throws; the remaining entries stay
 */
export async function deliver(
  store: BrowserStore,
  { send, onGone }: Delivery,
  look: () => Promise<void>,
): Promise<void> {
  let batchMax = BATCH_MAX;
  for (;;) {
    const batch = await begin(store, batchMax);
    if (batch.length === 0) return;
    await look();
    try {
      const gone = await settle(store, batch, await send(batch));
      await look();
      if (gone.length > 0) onGone?.(gone);
      batchMax = Math.min(BATCH_MAX, batchMax * 2);
    } catch (error) {
      if (error instanceof RequestRefused) {
        // One entry may be at fault, or the service's limit may be lower: smaller requests find
        // out.
        if (batch.length === 1) await settle(store, batch, allRefused(batch, error));
        else batchMax = Math.ceil(batch.length / 2);
        await look();
        continue;
      }
      if (error instanceof NothingSent) await putBack(store, batch);
      throw error;
    }
  }
}

/** Marks the next entries before they are sent; from then on they cannot be undone. */
function begin(store: BrowserStore, batchMax: number): Promise<OutboxEntry[]> {
  return store.transact(["outbox"], async (at) => {
    const batch = nextBatch(await readEntries(at), batchMax);
    for (const entry of batch) putEntry(at, { ...entry, state: "sending" });
    return batch;
  });
}

/** The oldest entries of one kind: one act or edit, or several answers. Held entries stay. */
function nextBatch(entries: readonly OutboxEntry[], batchMax: number): OutboxEntry[] {
  const waiting = entries.filter(({ state }) => state !== "refused");
  const [first] = waiting;
  if (first === undefined || first.state === "held") return [];
  if (first.kind !== "answer") return [first];
  const other = waiting.findIndex(({ kind, state }) => kind !== "answer" || state === "held");
  return waiting.slice(0, Math.min(batchMax, other < 0 ? waiting.length : other));
}

/** @returns the entries that were delivered */
async function settle(
  store: BrowserStore,
  batch: readonly OutboxEntry[],
  { gone, refused }: SendResult,
): Promise<OutboxEntry[]> {
  const isGone = new Set(gone);
  const why = new Map(refused.map(({ seq, code, message }) => [seq, { code, message }]));
  const left = batch.filter(({ seq }) => !isGone.has(seq) && !why.has(seq));
  await store.transact(["outbox"], async (at) => {
    for (const entry of await stillThere(at, batch)) {
      const refusal = why.get(entry.seq);
      if (isGone.has(entry.seq)) removeEntry(at, entry);
      else if (refusal !== undefined) putEntry(at, { ...entry, state: "refused", refusal });
    }
  });
  // Otherwise they would be resent in an endless loop.
  if (left.length > 0) throw new Error(`The reply does not speak of ${left.length} entries.`);
  return batch.filter(({ seq }) => isGone.has(seq));
}

function allRefused(batch: readonly OutboxEntry[], { code, message }: RequestRefused): SendResult {
  return { gone: [], refused: batch.map(({ seq }) => ({ seq, code, message })) };
}

/** Makes unsent entries undoable again, unless an earlier request contained them. */
async function putBack(store: BrowserStore, batch: readonly OutboxEntry[]): Promise<void> {
  await store.transact(["outbox"], async (at) => {
    for (const entry of await stillThere(at, batch)) putEntry(at, entry);
  });
}

/**
 * Without Web Locks tabs cannot take turns: another tab may have sent these entries, and their
 * numbers may belong to new ones.
 */
async function stillThere(
  at: StoreTransaction,
  batch: readonly OutboxEntry[],
): Promise<readonly OutboxEntry[]> {
  const ids = new Map((await readEntries(at)).map(({ seq, id }) => [seq, id]));
  return batch.filter(({ seq, id }) => ids.get(seq) === id);
}

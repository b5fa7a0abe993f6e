import type { StudyAnswer } from "@wordloom/contract";
import { type Observable, observable } from "@wordloom/web/state";
import type { BrowserStore, StoreTransaction } from "../../platform/browser-store.ts";
import { deliver, type Delivery } from "./deliver.ts";
import {
  canTakeBack,
  deletedBy,
  isHeldBack,
  lastEntry,
  putEntry,
  readEntries,
  readEntry,
  removeEntry,
  unsentEdits,
  type OutboxEntry,
  type OutboxItem,
  type WordEdit,
} from "./outbox-entry.ts";

export interface OutboxNeeds extends Delivery {
  readonly store: BrowserStore;
  /** Runs work in one tab at a time. */
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
  /** Whether to try at all, e.g. not without a network. Default: always. */
  readonly canSend?: () => boolean;
  /** Whether this page can undo what a closed one left held. Default: it can. */
  readonly offersUndo?: boolean;
  /** Sending failed and can be retried, not before `retryAfterMs` if known. */
  readonly onFault?: (retryAfterMs: number | undefined) => void;
  /** Runs something after a delay. @returns a function that cancels it */
  readonly after: (ms: number, run: () => void) => () => void;
}

export interface OutboxCounts {
  /** Unsent entries, the held one included. */
  readonly waiting: number;
  readonly refused: number;
  /** Entries that can still be undone. */
  readonly takeable: number;
  readonly isSending: boolean;
}

/**
 * Answers, acts and edits that the service does not have yet. They are stored before the screen
 * confirms them, sent in order by one tab, and removed on delivery. The database is the truth; tabs
 * share it.
 */
export interface Outbox {
  readonly counts: Observable<OutboxCounts>;
  /** Edits that the service does not have yet, by word: what is shown of it. */
  readonly edits: Observable<ReadonlyMap<string, WordEdit["shown"]>>;
  /** Words deleted on this page, and those that the service does not know to be deleted. */
  readonly deleted: Observable<ReadonlySet<string>>;
  /** Adds an entry in a transaction that covers `outbox`, and releases the held one. */
  add(at: StoreTransaction, item: OutboxItem): Promise<void>;
  /** Removes an entry. @returns it, or undefined if it may already have been sent */
  takeBack(at: StoreTransaction, id: string): Promise<OutboxEntry | undefined>;
  /** Changes an answer that can still be undone. @returns whether it was in time */
  amend(
    at: StoreTransaction,
    id: string,
    change: (answer: StudyAnswer) => StudyAnswer,
  ): Promise<boolean>;
  /** Whether an entry can still be undone, as of the last look. */
  canTakeBack(id: string): boolean;
  /** Reads the entries again, after one of the above changed them, here or in another tab. */
  look(): Promise<void>;
  /** Releases the held entry: its time is up, or the page is hidden. */
  release(): Promise<void>;
  /** Sends pending entries. @returns false when entries are left that can be retried */
  flush(): Promise<boolean>;
  /** The entries that the service refused, oldest first. */
  refusedEntries(): Promise<readonly OutboxEntry[]>;
  /** Removes a refused entry that the learner has seen. */
  dismiss(seq: number): Promise<void>;
}

const nothing: OutboxCounts = { waiting: 0, refused: 0, takeable: 0, isSending: false };

/** How long the newest entry can be undone before it is sent. */
export const HELD_MS = 5_000;

export async function openOutbox(needs: OutboxNeeds): Promise<Outbox> {
  const { store } = needs;
  const counts = observable<OutboxCounts>(nothing);
  const edits = observable<ReadonlyMap<string, WordEdit["shown"]>>(new Map());
  const deleted = observable<ReadonlySet<string>>(new Set());
  const gone = new Set<string>();
  let known: readonly OutboxEntry[] = [];
  let flushes = 0;
  let stopTimer = () => {};

  const count = () => {
    const refused = known.filter(({ state }) => state === "refused").length;
    const takeable = known.filter(canTakeBack).length;
    const waiting = known.length - refused;
    const next = { waiting, refused, takeable, isSending: flushes > 0 };
    if (!isSame(next, counts.get())) counts.set(next);
  };
  const look = async () => {
    known = await readEntries(store);
    count();
    const unsent = unsentEdits(known);
    if (unsent.size > 0 || edits.get().size > 0) edits.set(unsent);
    const hidden = new Set([...gone, ...deletedBy(known)]);
    const before = deleted.get();
    const isUnchanged = hidden.size === before.size && [...hidden].every((id) => before.has(id));
    if (!isUnchanged) deleted.set(hidden);
  };
  const delivery: Delivery = {
    send: needs.send,
    onGone(entries) {
      // Lists that were read before still have them.
      for (const id of deletedBy(entries)) gone.add(id);
      needs.onGone?.(entries);
    },
  };
  const holdAWhile = () => {
    stopTimer();
    stopTimer = needs.after(HELD_MS, () => void outbox.release().then(() => outbox.flush()));
  };
  const flushOnce = async () => {
    flushes += 1;
    count();
    try {
      await needs.exclusively(() => deliver(store, delivery, look));
      return true;
    } catch (error) {
      needs.onFault?.(retryAfterOf(error));
      return false;
    } finally {
      flushes -= 1;
      await look();
    }
  };
  const outbox: Outbox = {
    ...entriesIn((id) => known.find((one) => one.id === id)?.seq, holdAWhile),
    counts,
    edits,
    deleted,
    look,
    canTakeBack: (id) => known.some((entry) => entry.id === id && canTakeBack(entry)),
    async release() {
      stopTimer();
      await store.transact(["outbox"], releaseNewest);
      await look();
    },
    flush: () => (needs.canSend?.() === false ? Promise.resolve(false) : flushOnce()),
    refusedEntries: async () =>
      (await readEntries(store)).filter(({ state }) => state === "refused"),
    async dismiss(seq) {
      await store.transact(["outbox"], async (at) => {
        const entry = await readEntry(at, seq);
        if (entry?.state === "refused") removeEntry(at, entry);
      });
      await look();
    },
  };
  await look();
  // A closed page left it held. It gets a new holding period, so that it can still be undone.
  if (known.some(({ state }) => state === "held")) {
    if (needs.offersUndo ?? true) holdAWhile();
    else await outbox.release();
  }
  return outbox;
}

/** Changes to entries inside a transaction; `seqOf` knows where an entry was last seen. */
function entriesIn(
  seqOf: (id: string) => number | undefined,
  onHeld: () => void,
): Pick<Outbox, "add" | "takeBack" | "amend"> {
  const takeable = async (at: StoreTransaction, id: string) => {
    const seq = seqOf(id);
    const entry = seq === undefined ? undefined : await readEntry(at, seq);
    return entry?.id === id && canTakeBack(entry) ? entry : undefined;
  };
  return {
    async add(at, item) {
      const last = await releaseNewest(at);
      const seq = (last?.seq ?? 0) + 1;
      const id = item.kind === "answer" ? item.answer.clientRecordId : item.id;
      const isHeld = isHeldBack(item);
      putEntry(at, { ...item, seq, id, state: isHeld ? "held" : "queued" });
      if (isHeld) onHeld();
    },
    async takeBack(at, id) {
      const entry = await takeable(at, id);
      if (entry === undefined) return undefined;
      removeEntry(at, entry);
      return entry;
    },
    async amend(at, id, change) {
      const entry = await takeable(at, id);
      if (entry?.kind !== "answer") return false;
      putEntry(at, { ...entry, answer: change(entry.answer) });
      return true;
    },
  };
}

/**
 * Only the newest entry can be held, because adding an entry releases the one before. @returns it
 */
async function releaseNewest(at: StoreTransaction): Promise<OutboxEntry | undefined> {
  const newest = await lastEntry(at);
  if (newest?.state === "held") putEntry(at, { ...newest, state: "queued" });
  return newest;
}

function isSame(left: OutboxCounts, right: OutboxCounts): boolean {
  return (
    left.waiting === right.waiting &&
    left.refused === right.refused &&
    left.takeable === right.takeable &&
    left.isSending === right.isSending
  );
}

function retryAfterOf(error: unknown): number | undefined {
  const secs = (error as { retryAfterSecs?: unknown } | null)?.retryAfterSecs;
  return typeof secs === "number" ? secs * 1_000 : undefined;
}

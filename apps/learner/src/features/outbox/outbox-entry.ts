import type { StudyAnswer } from "@wordloom/contract";
import type { StoreTransaction } from "../../platform/browser-store.ts";

/** What the learner did to a word besides answering. */
export type WordAct = "known" | "suspend" | "bury" | "unsuspend" | "favorite" | "unfavorite";

export type OutboxItem =
  | { readonly kind: "answer"; readonly answer: StudyAnswer }
  | { readonly kind: "act"; readonly id: string; readonly act: WordAct; readonly wordId: string };

/**
 * Something the service does not have yet. Entries are sent in the order in which they were made.
 *
 * ```
 * held ──► queued ──► sending ──► (gone)
 *   └────────┴─► (taken back)  └─► refused ──► (seen by the learner)
 * ```
 *
 * - `held`: the newest entry, which waits a little for being taken back: an answer, or an act that
 *   puts a word aside
 * - `queued`: to be sent; can be taken back as well
 * - `sending`: a request with it was begun, so the service may have it whatever became of the reply
 * - `refused`: the service does not take it; kept until the learner has seen it
 */
export type OutboxEntry = OutboxItem & {
  /** Grows; the key in the store is its text with leading noughts. */
  readonly seq: number;
  /** `clientRecordId` of an answer. */
  readonly id: string;
  readonly state: "held" | "queued" | "sending" | "refused";
  readonly refusal?: Refusal;
};

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

const DIGITS = 12;
const keyOfSeq = (seq: number): string => String(seq).padStart(DIGITS, "0");

/** All entries, oldest first. */
export async function readEntries(at: Pick<StoreTransaction, "values">): Promise<OutboxEntry[]> {
  return (await at.values("outbox")) as OutboxEntry[];
}

export async function readEntry(
  at: StoreTransaction,
  seq: number,
): Promise<OutboxEntry | undefined> {
  return (await at.get("outbox", keyOfSeq(seq))) as OutboxEntry | undefined;
}

/** The newest. */
export async function lastEntry(at: StoreTransaction): Promise<OutboxEntry | undefined> {
  return (await at.last("outbox"))?.value as OutboxEntry | undefined;
}

export function putEntry(at: StoreTransaction, entry: OutboxEntry): void {
  at.put("outbox", keyOfSeq(entry.seq), entry);
}

export function removeEntry(at: StoreTransaction, { seq }: OutboxEntry): void {
  at.remove("outbox", keyOfSeq(seq));
}

/** Known, suspended, buried: the word is not asked any more. */
export function isPuttingAside(act: WordAct): boolean {
  return act === "known" || act === "suspend" || act === "bury";
}

/** Whether it waits a little for being taken back; a star is taken back by its own button. */
export function isHeldBack(item: OutboxItem): boolean {
  return item.kind === "answer" || isPuttingAside(item.act);
}

/** Whether it was never on its way. */
export function canTakeBack({ state }: OutboxEntry): boolean {
  return state === "held" || state === "queued";
}

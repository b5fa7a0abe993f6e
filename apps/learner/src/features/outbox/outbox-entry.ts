import type { StudyAnswer, WordPublic } from "@wordloom/contract";
import type { StoreTransaction } from "../../platform/browser-store.ts";

/** An act on a word other than answering it. */
export type WordAct =
  "known" | "suspend" | "bury" | "unsuspend" | "favorite" | "unfavorite" | "delete";

/** What the learner can change of a word. */
export const editedFields = [
  "text",
  "meaning",
  "reading",
  "pronunciation",
  "partOfSpeech",
  "examples",
  "exampleMeanings",
  "tags",
  "language",
  "meaningLanguage",
  "audioUrl",
] as const;
type EditedField = (typeof editedFields)[number];

/** An edit of a word. */
export interface WordEdit {
  /** What the service is sent; null returns to the library's value. */
  readonly change: { readonly [Field in EditedField]?: WordPublic[Field] | null };
  /** The same fields as they are shown from now on. */
  readonly shown: Partial<Pick<WordPublic, EditedField>>;
}

export type OutboxItem =
  | { readonly kind: "answer"; readonly answer: StudyAnswer }
  | { readonly kind: "act"; readonly id: string; readonly act: WordAct; readonly wordId: string }
  | ({ readonly kind: "edit"; readonly id: string; readonly wordId: string } & WordEdit);

/**
 * An entry that the service does not have yet. Entries are sent in the order they were made.
 *
 * ```
 * held ──► queued ──► sending ──► (delivered)
 *   └────────┴─► (undone)    └─► refused ──► (seen by the learner)
 * ```
 *
 * - `held`: the newest entry, kept back briefly for undo; an answer, or an act that puts a word
 *   aside
 * - `queued`: to be sent; can still be undone
 * - `sending`: a request with it was started, so the service may have it even if no reply came
 * - `refused`: the service rejected it; kept until the learner has seen it
 */
export type OutboxEntry = OutboxItem & {
  /** Grows; the store's key is its text with leading zeros. */
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

/** The newest entry. */
export async function lastEntry(at: StoreTransaction): Promise<OutboxEntry | undefined> {
  return (await at.last("outbox"))?.value as OutboxEntry | undefined;
}

export function putEntry(at: StoreTransaction, entry: OutboxEntry): void {
  at.put("outbox", keyOfSeq(entry.seq), entry);
}

export function removeEntry(at: StoreTransaction, { seq }: OutboxEntry): void {
  at.remove("outbox", keyOfSeq(seq));
}

/** Known, suspended, buried, deleted: the word is not asked any more. */
export function isPuttingAside(act: WordAct): boolean {
  return act === "known" || act === "suspend" || act === "bury" || act === "delete";
}

/** Whether the entry is held for undo first. A star is not: its own button reverts it. */
export function isHeldBack(item: OutboxItem): boolean {
  return item.kind === "answer" || (item.kind === "act" && isPuttingAside(item.act));
}

/** Whether the entry was never part of a request. */
export function canTakeBack({ state }: OutboxEntry): boolean {
  return state === "held" || state === "queued";
}

/** The words that these entries delete. */
export function deletedBy(entries: readonly OutboxEntry[]): readonly string[] {
  return entries.flatMap((entry) =>
    entry.kind === "act" && entry.act === "delete" && entry.state !== "refused"
      ? [entry.wordId]
      : [],
  );
}

/** What is shown of the words that were edited, later edits over earlier ones. */
export function unsentEdits(
  entries: readonly OutboxEntry[],
): ReadonlyMap<string, WordEdit["shown"]> {
  const edits = new Map<string, WordEdit["shown"]>();
  for (const entry of entries) {
    if (entry.kind !== "edit" || entry.state === "refused") continue;
    edits.set(entry.wordId, { ...edits.get(entry.wordId), ...entry.shown });
  }
  return edits;
}

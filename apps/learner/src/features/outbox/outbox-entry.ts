import type { StudyAnswer } from "@wordloom/contract";
import type { Change } from "../../platform/browser-store.ts";

/** What the learner did to a word besides answering. */
export type WordAct = "known" | "suspend" | "bury" | "unsuspend" | "favorite" | "unfavorite";

/**
 * Something the service does not have yet. Entries are sent in the order in which they were made.
 *
 * - `held`: the newest answer, which can still be taken back
 * - `queued`: to be sent
 * - `refused`: the service does not take it; kept until the learner has seen it
 */
export type OutboxEntry = {
  /** Grows; the key in the store is its text with leading noughts. */
  readonly seq: number;
  readonly state: "held" | "queued" | "refused";
  readonly refusal?: { readonly code: string; readonly message: string } | undefined;
} & (
  | { readonly kind: "answer"; readonly answer: StudyAnswer }
  | { readonly kind: "act"; readonly act: WordAct; readonly wordId: string }
);

const DIGITS = 12;
export const keyOfSeq = (seq: number): string => String(seq).padStart(DIGITS, "0");

export function stored(entry: OutboxEntry): Change {
  return { table: "outbox", key: keyOfSeq(entry.seq), value: entry };
}

export function removed(seq: number): Change {
  return { table: "outbox", key: keyOfSeq(seq), remove: true };
}

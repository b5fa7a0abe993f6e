import type { WordLearningState } from "@wordloom/contract";
import { type Observable, observable } from "@wordloom/web/state";
import { onEvent } from "../../server-state/event-stream.ts";
import { onAccount } from "../../server-state/sign-in.ts";
import { latestFates } from "./learner-desk.ts";

/** The outcome of the latest answer to a word. */
export interface WordFate {
  readonly wordId: string;
  readonly state: WordLearningState["state"];
  readonly masteryLevel: number;
  /** ISO 8601; null if no review is planned. */
  readonly nextReviewDate: string | null;
}

type Fates = ReadonlyMap<string, WordFate>;

const known = observable<Fates>(new Map());
const latest = observable<WordFate | undefined>(undefined);

/** By word, since the page was loaded. */
export const wordFates: Observable<Fates> = known;
/** The most recent outcome. */
export const latestFate: Observable<WordFate | undefined> = latest;

function learn({ wordId, state, masteryLevel, nextReviewDate }: WordFate): void {
  const fate = { wordId, state, masteryLevel, nextReviewDate };
  known.set(new Map(known.get()).set(wordId, fate));
  latest.set(fate);
}

onAccount(() => {
  known.set(new Map());
  latest.set(undefined);
});
onEvent("record_applied", learn);
latestFates.subscribe(() => {
  for (const { state } of latestFates.get()) if (state != null) learn(state);
});

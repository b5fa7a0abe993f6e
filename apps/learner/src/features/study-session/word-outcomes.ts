import type { WordLearningState } from "@wordloom/contract";
import { type Observable, observable } from "@wordloom/web/state";
import { onEvent } from "../../server-state/event-stream.ts";
import { onAccount } from "../../server-state/sign-in.ts";
import { latestOutcomes } from "./learner-workspace.ts";

/** The outcome of the latest answer to a word. */
export interface WordOutcome {
  /** The answer's `clientRecordId`. */
  readonly answerId: string;
  readonly wordId: string;
  readonly state: WordLearningState["state"];
  readonly masteryLevel: number;
  /** ISO 8601; null if no review is planned. */
  readonly nextReviewDate: string | null;
}

type Outcomes = ReadonlyMap<string, WordOutcome>;

const known = observable<Outcomes>(new Map());

/** By word, since the page was loaded. */
export const wordOutcomes: Observable<Outcomes> = known;

function learn(answerId: string, about: Omit<WordOutcome, "answerId">): void {
  const { wordId, state, masteryLevel, nextReviewDate } = about;
  const outcome = { answerId, wordId, state, masteryLevel, nextReviewDate };
  known.set(new Map(known.get()).set(wordId, outcome));
}

onAccount(() => known.set(new Map()));
onEvent("record_applied", (event) => learn(event.clientRecordId, event));
latestOutcomes.subscribe(() => {
  for (const { clientRecordId, state } of latestOutcomes.get()) {
    if (state != null) learn(clientRecordId, state);
  }
});

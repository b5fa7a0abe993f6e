import type { WordLearningState } from "@wordloom/contract";
import { type Observable, observable } from "@wordloom/web/state";
import { onEvent } from "../../server-state/event-stream.ts";
import { onAccount } from "../../server-state/sign-in.ts";
import { latestOutcomes } from "./learner-workspace.ts";

/** The outcome of the latest answer to a word. */
export interface WordOutcome {
  readonly wordId: string;
  readonly state: WordLearningState["state"];
  readonly masteryLevel: number;
  /** ISO 8601; null if no review is planned. */
  readonly nextReviewDate: string | null;
}

type Outcomes = ReadonlyMap<string, WordOutcome>;

const known = observable<Outcomes>(new Map());
const latest = observable<WordOutcome | undefined>(undefined);

/** By word, since the page was loaded. */
export const wordOutcomes: Observable<Outcomes> = known;
/** The most recent outcome. */
export const latestWordOutcome: Observable<WordOutcome | undefined> = latest;

function learn({ wordId, state, masteryLevel, nextReviewDate }: WordOutcome): void {
  const outcome = { wordId, state, masteryLevel, nextReviewDate };
  known.set(new Map(known.get()).set(wordId, outcome));
  latest.set(outcome);
}

onAccount(() => {
  known.set(new Map());
  latest.set(undefined);
});
onEvent("record_applied", learn);
latestOutcomes.subscribe(() => {
  for (const { state } of latestOutcomes.get()) if (state != null) learn(state);
});

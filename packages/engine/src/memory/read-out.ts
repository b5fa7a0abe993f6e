import type { WordFacts } from "../answer.ts";
import type { EngineParameters } from "../parameters/parameters.ts";

/** Linear map on the logit of a prediction, applied last and never to the memory itself. */
export interface ReadOut {
  scale: number;
  shift: number;
}

/** null if every read-out parameter is neutral, so that predictions are exactly unchanged. */
export function readOutOf(
  rules: EngineParameters["memoryModel"],
  facts: WordFacts | null,
  attempts: number,
): ReadOut | null {
  const { predLogitBaseScale: scale, predLogitIntercept, predLogitReviewCountWeight } = rules;
  const difficulty = facts?.difficulty ?? null;
  let shift = predLogitIntercept;
  if (rules.difficultyLogitWeight !== 0 && difficulty !== null) {
    shift += rules.difficultyLogitWeight * (rules.difficultyLogitRef - (1 + 9 * difficulty));
  }
  if (predLogitReviewCountWeight !== 0) shift += predLogitReviewCountWeight * Math.log1p(attempts);
  return scale === 1 && shift === 0 ? null : { scale, shift };
}

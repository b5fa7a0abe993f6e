import { isTyped, type Mode } from "../answer.ts";
import { requireRange } from "../argument-checks.ts";
import type { EngineParameters } from "../parameters/parameters.ts";

const CHOICES_USUAL = 4;
/** Predictions are kept this far from 0 and 1, so that no answer is decisive. */
const CERTAINTY_EDGE = 0.001;

/** @throws RangeError  choiceCount is given and below 1 */
export function requireChoices(name: string, choiceCount: number | undefined): void {
  if (choiceCount !== undefined) requireRange(name, choiceCount, choiceCount >= 1, "≥ 1");
}

/**
 * Chance of a right answer without knowing the word.
 *
 * @param choiceCount  options shown; absent means four; ignored for typed modes
 * @returns            at most 1 − slip, so that a correct answer never lowers the posterior
 */
export function guessRate(
  mode: Mode,
  choiceCount: number | undefined,
  rules: EngineParameters["mastery"],
): number {
  if (isTyped(mode)) return rules.guessTyped;
  const scaled = (rules.guessChoice * CHOICES_USUAL) / (choiceCount ?? CHOICES_USUAL);
  return Math.min(scaled, 1 - rules.slip);
}

/**
 * Probability that the word is known, given the prediction before the answer and the answer.
 *
 *     correct: p (1 − s) / (p (1 − s) + (1 − p) g)
 *     wrong:   p s / (p s + (1 − p)(1 − g))
 *
 * @param prediction  p just before the answer; null for the first answer to the word
 * @returns           in (0, 1); rising in p
 *
 * Source: Bayesian knowledge tracing, Corbett and Anderson 1995.
 */
export function posteriorRecall(
  prediction: number | null,
  isCorrect: boolean,
  guess: number,
  rules: EngineParameters["mastery"],
): number {
  const { slip, firstPrior, firstFeedback } = rules;
  const raw = prediction ?? firstPrior;
  const p = Math.min(Math.max(raw, CERTAINTY_EDGE), 1 - CERTAINTY_EDGE);
  const known = p * (isCorrect ? 1 - slip : slip);
  const unknown = (1 - p) * (isCorrect ? guess : 1 - guess);
  const posterior = known / (known + unknown);
  return prediction === null ? posterior + (1 - posterior) * firstFeedback : posterior;
}

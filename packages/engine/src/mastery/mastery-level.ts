import type { Mode } from "../answer.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { guessRate, posteriorRecall } from "./posterior.ts";

export type MasteryLevel = "NEW" | "LEARNING" | "REVIEWING" | "MASTERED" | "FORGOTTEN";

export interface MasteryInput {
  /** Answers given to the word, this one included. */
  attempts: number;
  /** Answer-variant prediction just before the answer; null for the first answer. */
  prediction: number | null;
  isCorrect: boolean;
  mode?: Mode;
  choiceCount?: number | undefined;
  /** After the answer, days. */
  stabilityDays: number;
  /** Share of correct answers in the window, 0..1, this answer included. */
  accuracy: number;
  streak: number;
}

export interface MasteryDecision {
  level: MasteryLevel;
  /** Posterior probability that the word is known. */
  recallProbability: number;
  /** Composite strength, 0..1. */
  memoryStrength: number;
}

/** Level of a word after an answer; the first condition that holds decides. */
export function evaluateMastery(input: MasteryInput, parameters: Parameters): MasteryDecision {
  const rules = parameters.mastery;
  const guess = guessRate(input.mode ?? "word-to-meaning", input.choiceCount, rules);
  const recallProbability = posteriorRecall(input.prediction, input.isCorrect, guess, rules);
  const memoryStrength = compositeStrength(input.stabilityDays, parameters);
  const level = levelOf(input, memoryStrength, recallProbability, parameters.memoryModel);
  return { level, recallProbability, memoryStrength };
}

/** S relative to the stability that counts as full strength, 0..1. */
export function compositeStrength(stabilityDays: number, parameters: Parameters): number {
  return Math.min(Math.max(stabilityDays / parameters.memoryModel.compositeDivisorDays, 0), 1);
}

function levelOf(
  input: MasteryInput,
  composite: number,
  posterior: number,
  rules: Parameters["memoryModel"],
): MasteryLevel {
  if (input.attempts === 0) return "NEW";
  const mastered =
    composite > rules.masteryCompositeThreshold &&
    input.accuracy > rules.masteryAccuracyThreshold &&
    input.streak >= rules.masteryStreakThreshold;
  if (mastered) return "MASTERED";
  if (posterior < rules.forgettingThreshold) return "FORGOTTEN";
  return composite > rules.reviewingThreshold ? "REVIEWING" : "LEARNING";
}

/**
 * Streak of a word after an answer: answers too close together do not extend it.
 *
 * @param lastAtMs  previous answer to the word; null when there is none
 */
export function nextStreak(
  streak: number,
  isCorrect: boolean,
  atMs: number,
  lastAtMs: number | null,
  minGapMs: number,
): number {
  if (!isCorrect) return 0;
  return lastAtMs === null || atMs - lastAtMs >= minGapMs ? streak + 1 : streak;
}

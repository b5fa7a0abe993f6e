import { type Mode, modeOf, MODES } from "../answer.ts";
import { requireFinite, requireOneOf } from "../argument-checks.ts";
import { recentAccuracy, type MasteryLevel, type WordMemory } from "../memory/word-memory.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { guessRate, posteriorRecall, requireChoices } from "./posterior.ts";

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

/**
 * Level of a word after an answer; the first condition that holds decides.
 *
 * @throws RangeError  a field of the input is mistyped or not finite, or choiceCount is below 1
 */
export function evaluateMastery(
  input: MasteryInput,
  parameters: EngineParameters,
): MasteryDecision {
  requireOneOf("input.isCorrect", input.isCorrect, [true, false]);
  if (input.mode !== undefined) requireOneOf("input.mode", input.mode, MODES);
  requireFinite("input.attempts", input.attempts);
  if (input.prediction !== null) requireFinite("input.prediction", input.prediction);
  requireFinite("input.stabilityDays", input.stabilityDays);
  requireFinite("input.accuracy", input.accuracy);
  requireFinite("input.streak", input.streak);
  requireChoices("input.choiceCount", input.choiceCount);
  const rules = parameters.mastery;
  const guess = guessRate(modeOf(input), input.choiceCount, rules);
  const recallProbability = posteriorRecall(input.prediction, input.isCorrect, guess, rules);
  const memoryStrength = compositeStrength(input.stabilityDays, parameters);
  const { accuracy } = input;
  const level = levelOf(input, accuracy, memoryStrength, recallProbability, parameters);
  return { level, recallProbability, memoryStrength };
}

/** Evidence of one answer about knowing the word. */
export interface MasteryEvidence {
  isCorrect: boolean;
  /** Chance of a right answer by guessing, 0..1. */
  guess: number;
  /** null for the first answer. */
  prediction: { answer: number } | null;
}

/** The same decision for a memory already updated by the answer. */
export function masteryAfter(
  memory: WordMemory,
  evidence: MasteryEvidence,
  parameters: EngineParameters,
): MasteryDecision {
  const { prediction, guess } = evidence;
  const isCorrect = evidence.isCorrect === true;
  const predicted = prediction === null ? null : prediction.answer;
  const recallProbability = posteriorRecall(predicted, isCorrect, guess, parameters.mastery);
  const memoryStrength = compositeStrength(memory.trace?.stability ?? 0, parameters);
  const window = parameters.memoryModel.masteryWindowSize;
  const accuracy = recentAccuracy(memory.outcomes, memory.attempts, window);
  const level = levelOf(memory, accuracy, memoryStrength, recallProbability, parameters);
  return { level, recallProbability, memoryStrength };
}

/** S relative to the stability that counts as full strength, 0..1. */
export function compositeStrength(stabilityDays: number, parameters: EngineParameters): number {
  return Math.min(Math.max(stabilityDays / parameters.memoryModel.compositeDivisorDays, 0), 1);
}

function levelOf(
  word: { attempts: number; streak: number },
  accuracy: number,
  composite: number,
  posterior: number,
  parameters: EngineParameters,
): MasteryLevel {
  const rules = parameters.memoryModel;
  if (word.attempts === 0) return "NEW";
  const mastered =
    composite > rules.masteryCompositeThreshold &&
    accuracy > rules.masteryAccuracyThreshold &&
    word.streak >= rules.masteryStreakThreshold;
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

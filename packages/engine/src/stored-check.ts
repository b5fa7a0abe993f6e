import type { AnswerInput } from "./answer.ts";
import { createLearner } from "./learner-state/create-learner.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { createMemory, type WordMemory } from "./memory/word-memory.ts";
import { defaultParameters } from "./parameters/parameters.ts";
import { processAnswer } from "./process-answer.ts";
import { upgradeLearner, upgradeMemory, type StoredLearner, type StoredMemory } from "./upgrade.ts";

/** Larger states are not the engine's, characters of JSON. */
const LEARNER_MAX = 64_000;
const MEMORY_MAX = 8_000;

const LEVELS: readonly unknown[] = ["NEW", "LEARNING", "REVIEWING", "MASTERED", "FORGOTTEN"];
const TRIED_AT_MS = Date.UTC(2020, 0, 1);
const parameters = defaultParameters();
const sampleLearner = createLearner(1, TRIED_AT_MS);
const sampleMemory = createMemory("");
const sampleTrace = {
  stability: 0,
  difficulty: 0,
  encoded: 0,
  buffer: 0,
  sameDay: 0,
  lastAtMs: 0,
};

/**
 * A learner's state that comes from outside, if the engine can go on from it: it has the form of a
 * state, and an answer leaves only finite numbers in it.
 *
 * @returns the state in the current schema; undefined if it is not usable
 */
export function usableLearner(value: unknown): LearnerState | undefined {
  return attempt(value, LEARNER_MAX, () => {
    const learner = upgradeLearner(value as StoredLearner);
    if (learner.schema !== 2 || !hasForm(learner, sampleLearner)) return undefined;
    if (!isFinite(learner) || !areWeights(learner.fit.weights)) return undefined;
    const outcome = answered(learner, createMemory("tried"));
    return isFinite(outcome.learner) && isFinite(outcome.memory) ? learner : undefined;
  });
}

/**
 * The same for the memory of a word.
 *
 * @param wordId  the word that it is of; memories of other words are not usable
 */
export function usableMemory(value: unknown, wordId: string): WordMemory | undefined {
  return attempt(value, MEMORY_MAX, () => {
    const memory = upgradeMemory(value as StoredMemory);
    const { trace, schema } = memory;
    if (schema !== 2 || memory.wordId !== wordId || !LEVELS.includes(memory.level))
      return undefined;
    if (!isFinite(memory) || !hasForm(memory, sampleMemory)) return undefined;
    if (trace !== null && !(hasForm(trace, sampleTrace) && trace.stability > 0)) return undefined;
    return isFinite(answered(sampleLearner, memory)) ? memory : undefined;
  });
}

/** Whatever cannot be tried is not usable. */
function attempt<T>(value: unknown, max: number, tried: () => T | undefined): T | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  try {
    return JSON.stringify(value).length > max ? undefined : tried();
  } catch {
    return undefined;
  }
}

function answered(learner: LearnerState, memory: WordMemory) {
  const { wordId } = memory;
  const atMs = Math.max(learner.lastAtMs ?? 0, memory.trace?.lastAtMs ?? 0, TRIED_AT_MS) + 1_000;
  const answer: AnswerInput = {
    wordId,
    atMs,
    isCorrect: true,
    responseTimeMs: 3_000,
    utcOffsetMinutes: 0,
    dayStartHour: 0,
  };
  const word = { id: wordId, text: "tried", difficulty: null };
  return processAnswer(learner, memory, answer, parameters, { word, wordRating: null });
}

function areWeights(weights: readonly unknown[] | null): boolean {
  if (weights === null) return true;
  const { length } = parameters.memoryModel.w;
  return weights.length === length && weights.every((weight) => typeof weight === "number");
}

/** Whether a value has the fields of a sample, each of its type. What is null there may be more. */
function hasForm(value: unknown, sample: unknown): boolean {
  if (sample === null) return true;
  if (Array.isArray(sample)) return Array.isArray(value);
  if (typeof sample !== "object") return typeof value === typeof sample;
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const held = value as Readonly<Record<string, unknown>>;
  return Object.entries(sample).every(([key, part]) => hasForm(held[key], part));
}

/** Whether all numbers in a value are finite. */
function isFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.values(value).every(isFinite);
}

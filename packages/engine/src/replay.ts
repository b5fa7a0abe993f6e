import { type AnswerInput, modeOf, type WordFacts } from "./answer.ts";
import type { Context } from "./context.ts";
import type { FittedWeights } from "./fit/fit-types.ts";
import { createLearner } from "./learner-state/create-learner.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { predictRecall, type Variant } from "./memory/predict-recall.ts";
import { createMemory, type WordMemory } from "./memory/word-memory.ts";
import { ownValue } from "./own-value.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import { processAnswer } from "./process-answer.ts";
import type { RatingState } from "./rating/rating-state.ts";

/** All answers of a learner, in the order in which they were accepted. */
export interface History {
  seed: number;
  startMs: number;
  answers: AnswerInput[];
  words: Record<string, WordFacts>;
}

export interface Replayed {
  /** Recall predicted just before each answer; NaN for a quit without a word. */
  predictions: Float64Array;
  learner: LearnerState;
  memories: Record<string, WordMemory>;
  ratings: Record<string, RatingState>;
}

export interface ReplayOptions {
  /**
   * Weights used from the first answer on. The learner at the end has them as after `applyFit`,
   * and a head that has learned on top of them.
   */
  fitted?: FittedWeights;
  variant?: Variant;
  /** Called after every answer to a word, with its memory before and after. */
  onAnswer?: (before: WordMemory, after: WordMemory, atMs: number) => void;
}

/** Replays a learner's history from the start with the functions that process live answers. */
export function replay(
  history: History,
  parameters: EngineParameters,
  options: ReplayOptions = {},
): Replayed {
  const variant = options.variant ?? "answer";
  const predictions = new Float64Array(history.answers.length);
  const memories = new Map<string, WordMemory>();
  const ratings = new Map<string, RatingState>();
  let learner = withWeights(createLearner(history.seed, history.startMs), options.fitted);
  for (const [i, answer] of history.answers.entries()) {
    const { wordId } = answer;
    const memory = memories.get(wordId) ?? createMemory(wordId);
    const context = contextOf(history, wordId, ratings.get(wordId) ?? null);
    const atMs = Math.max(answer.atMs, learner.lastAtMs ?? answer.atMs);
    const mode = modeOf(answer);
    predictions[i] =
      wordId === ""
        ? Number.NaN
        : predictRecall(learner, memory, atMs, parameters, { variant, mode, context });
    const outcome = processAnswer(learner, memory, answer, parameters, context);
    learner = outcome.learner;
    if (wordId === "") continue;
    options.onAnswer?.(memory, outcome.memory, atMs);
    memories.set(wordId, outcome.memory);
    ratings.set(wordId, outcome.wordRating);
  }
  learner = withFitDate(learner, options.fitted);
  return {
    predictions,
    learner,
    memories: Object.fromEntries(memories),
    ratings: Object.fromEntries(ratings),
  };
}

/** Facts of a word; a word removed from the library gets placeholder facts. */
export function factsOf(history: History, wordId: string): WordFacts {
  return ownValue(history.words, wordId) ?? { id: wordId, text: wordId, difficulty: null };
}

function contextOf(history: History, wordId: string, wordRating: RatingState | null): Context {
  return { word: factsOf(history, wordId), wordRating };
}

function withWeights(learner: LearnerState, fitted: FittedWeights | undefined): LearnerState {
  if (fitted === undefined || !fitted.accepted) return learner;
  const { weights, n: reviews, costs } = fitted;
  const fit = { ...learner.fit, weights: [...weights], reviews };
  return { ...learner, fit: costs === undefined ? fit : { ...fit, costs } };
}

/** As after `applyFit`: a fit is dated by the last answer known. */
function withFitDate(learner: LearnerState, fitted: FittedWeights | undefined): LearnerState {
  if (fitted === undefined || !fitted.accepted) return learner;
  const fittedAtMs = learner.lastAtMs ?? learner.createdAtMs;
  return { ...learner, fit: { ...learner.fit, fittedAtMs } };
}

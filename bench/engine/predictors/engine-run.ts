import {
  type AnswerInput,
  applyFit,
  createLearner,
  createMemory,
  fitMemory,
  type FittedWeights,
  type History,
  type LearnerState,
  type EngineParameters,
  predictRecall,
  processAnswer,
  type RatingState,
  replay,
  type WordMemory,
} from "@wordloom/engine";
import type { Fold } from "./folds.ts";
import { type DayRule, JOSH_DAYS, type Review } from "./revlog.ts";

const SEED = 1;

export interface EngineVariant {
  readonly parameters: EngineParameters;
  readonly personalFit: boolean;
  readonly variant: "answer" | "schedule";
}

/** A log as input of the engine: true times, the log's grades, durations as answer times. */
export function historyOf(log: readonly Review[], rule: DayRule = JOSH_DAYS): History {
  const answers = log.map((review): AnswerInput => ({
    wordId: review.cardId,
    atMs: review.atMs,
    isCorrect: review.outcome === 1,
    responseTimeMs: review.durationMs,
    grade: review.grade,
    ...rule,
  }));
  const ids = new Set(log.map(({ cardId }) => cardId));
  // A text of typical length, because the log has no card texts.
  const words = [...ids].map((id) => [id, { id, text: "unknown", difficulty: null }] as const);
  const startMs = log[0]?.atMs ?? 0;
  return { seed: SEED, startMs, answers, words: Object.fromEntries(words) };
}

/**
 * Predictions for the test parts of all folds. Per fold, the weights are fitted on the data before
 * it; head and baselines continue to learn during the test part, after each prediction.
 */
export function predictFolds(
  history: History,
  folds: readonly Fold[],
  { parameters, personalFit, variant }: EngineVariant,
): { predictions: Float64Array; fits: FittedWeights[] } {
  const predictions = new Float64Array(history.answers.length).fill(Number.NaN);
  const fits: FittedWeights[] = [];
  for (const { cut, end } of folds) {
    const seen = { ...history, answers: history.answers.slice(0, end) };
    const fitted = personalFit ? fitBefore(history, cut, parameters) : undefined;
    if (fitted !== undefined) fits.push(fitted);
    const options = fitted === undefined ? { variant } : { variant, fitted };
    const run = replay(seen, parameters, options);
    for (let place = cut; place < end; place++) {
      predictions[place] = run.predictions[place] as number;
    }
  }
  return { predictions, fits };
}

function fitBefore(history: History, cut: number, parameters: EngineParameters): FittedWeights {
  const training = { ...history, answers: history.answers.slice(0, cut) };
  const nowMs = training.answers.at(-1)?.atMs ?? history.startMs;
  return fitMemory(training, parameters, { nowMs, current: null });
}

/**
 * Predictions of an engine without history, used as in the service: every answer is predicted, then
 * learned, and weights are fitted whenever the engine requests it.
 *
 * @param count  number of answers from the start
 * @param watch  called before each answer, with its place in the history
 */
export function predictLive(
  history: History,
  count: number,
  { parameters, personalFit, variant }: EngineVariant,
  watch?: (learner: LearnerState, memory: WordMemory, place: number) => void,
): Float64Array {
  const predictions = new Float64Array(history.answers.length).fill(Number.NaN);
  const memories = new Map<string, WordMemory>();
  const ratings = new Map<string, RatingState>();
  let learner = createLearner(history.seed, history.startMs);
  for (const [place, answer] of history.answers.slice(0, count).entries()) {
    const memory = memories.get(answer.wordId) ?? createMemory(answer.wordId);
    const word = history.words[answer.wordId];
    if (word === undefined) throw new RangeError(`no facts of ${answer.wordId}`);
    const wordRating = ratings.get(word.id) ?? null;
    const context = { word, wordRating };
    const options = { variant, context };
    watch?.(learner, memory, place);
    predictions[place] = predictRecall(learner, memory, answer.atMs, parameters, options);
    const outcome = processAnswer(learner, memory, answer, parameters, context);
    learner = outcome.learner;
    memories.set(answer.wordId, outcome.memory);
    ratings.set(answer.wordId, outcome.wordRating);
    if (!personalFit || !outcome.fitDue) continue;
    learner = refit(learner, memories, history, place + 1, parameters);
  }
  return predictions;
}

function refit(
  learner: LearnerState,
  memories: Map<string, WordMemory>,
  history: History,
  count: number,
  parameters: EngineParameters,
): LearnerState {
  const seen = { ...history, answers: history.answers.slice(0, count) };
  const nowMs = seen.answers.at(-1)?.atMs ?? history.startMs;
  const fitted = fitMemory(seen, parameters, { nowMs, current: learner.fit.weights });
  const applied = applyFit(learner, fitted, seen, parameters);
  for (const [id, memory] of Object.entries(applied.memories)) memories.set(id, memory);
  return applied.learner;
}

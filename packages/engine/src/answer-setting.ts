import { type AnswerInput, type Context, localDay, type Mode, modeOf } from "./answer.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { guessRate } from "./mastery/posterior.ts";
import { type GradeDecision, gradeAnswer } from "./memory/answer-grade.ts";
import { type Timing, timingOf } from "./memory/answer-time.ts";
import type { Core } from "./memory/fsrs-core.ts";
import { traceFor } from "./memory/mode-traces.ts";
import type { View } from "./memory/predict-recall.ts";
import { type Prediction, predictBoth } from "./memory/prediction.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import { coreFor, type Model, modelOf } from "./model.ts";
import type { Parameters } from "./parameters/parameters.ts";
import { createUserRating, createWordRating, expectedFirst } from "./rating/elo-rating.ts";
import type { RatingState } from "./rating/rating-state.ts";

/** An answer with everything that was known the moment before it. */
export interface Setting {
  learner: LearnerState;
  memory: WordMemory;
  answer: AnswerInput;
  parameters: Parameters;
  context: Context;
  model: Model;
  core: Core;
  mode: Mode;
  /** Never before the learner's previous answer. */
  atMs: number;
  backwardsMs: number;
  timing: Timing;
  decision: GradeDecision;
  guess: number;
  userRating: RatingState;
  wordRating: RatingState;
  /** null for a first answer. */
  prediction: Prediction | null;
  /** Recall of a known word, expected score of a new one. */
  expected: number;
  /** The word was already answered on this local day. */
  repeatedToday: boolean;
}

/** Checks the answer against its surroundings and predicts it, before anything is changed. */
export function openSetting(
  learner: LearnerState,
  memory: WordMemory,
  answer: AnswerInput,
  parameters: Parameters,
  context: Context,
): Setting {
  const model = modelOf(parameters);
  const core = coreFor(learner, parameters, model);
  const mode = modeOf(answer);
  const atMs = Math.max(answer.atMs, learner.lastAtMs ?? answer.atMs);
  const length = context.word.text.length;
  const timing = timingOf(answer, mode, length, learner.pace, parameters, model);
  const guess = guessRate(mode, answer.choiceCount, parameters.mastery);
  const userRating = learner.rating ?? createUserRating(parameters);
  const wordRating = context.wordRating ?? createWordRating(context.word, parameters);
  const { trace, borrowed } = traceFor(memory, mode, parameters);
  const facts = context.word;
  const view: View | null =
    trace === null ? null : { learner, memory, trace, parameters, model, core, facts, borrowed };
  const prediction = view === null ? null : predictBoth(view, context, atMs);
  return {
    learner,
    memory,
    answer,
    parameters,
    context,
    model,
    core,
    mode,
    atMs,
    backwardsMs: atMs - answer.atMs,
    timing,
    decision: gradeAnswer(answer, timing, parameters),
    guess,
    userRating,
    wordRating,
    prediction,
    expected:
      prediction === null
        ? expectedFirst(userRating.elo, wordRating.elo, guess)
        : prediction.answer,
    repeatedToday: trace !== null && isSameLocalDay(trace.lastAtMs, atMs, answer),
  };
}

function isSameLocalDay(lastAtMs: number, atMs: number, answer: AnswerInput): boolean {
  const { utcOffsetMinutes, dayStartHour } = answer;
  const day = localDay(atMs, utcOffsetMinutes, dayStartHour);
  return localDay(lastAtMs, utcOffsetMinutes, dayStartHour) === day;
}

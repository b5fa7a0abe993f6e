import { type AnswerInput, localDay, modeOf } from "./answer.ts";
import type { Context } from "./context.ts";
import { calibrationError } from "./learner-state/calibration.ts";
import type { LearnerEvent } from "./learner-state/learner-step.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { engagementOf } from "./learner-state/mood.ts";
import { guessRate } from "./mastery/posterior.ts";
import { gradeAnswer } from "./memory/answer-grade.ts";
import { type Timing, timingOf } from "./memory/answer-time.ts";
import type { MemoryAnswer } from "./memory/memory-step.ts";
import { lastAnswerMs } from "./memory/mode-traces.ts";
import { viewOf } from "./memory/view.ts";
import { type Prediction, predictBoth } from "./memory/prediction.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import { coreFor, type Model, modelOf } from "./model.ts";
import { DAY_MS } from "./numeric/durations.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import {
  createUserRating,
  createWordRating,
  expectedFirst,
  type RatingEvidence,
} from "./rating/elo-rating.ts";
import type { RatingState } from "./rating/rating-state.ts";

/**
 * An answer with everything known just before it.
 *
 * It implements the input interfaces of all steps, so that they share one object.
 */
export interface PreparedAnswer extends LearnerEvent, MemoryAnswer, RatingEvidence {
  learner: LearnerState;
  memory: WordMemory;
  parameters: EngineParameters;
  context: Context;
  model: Model;
  /** By how much the answer predates the learner's previous one, ms; 0 when in order. */
  backwardsMs: number;
  timing: Timing;
  userRating: RatingState;
  wordRating: RatingState;
  /** null for a first answer. */
  prediction: Prediction | null;
}

/** Gathers the inputs of all steps and predicts the answer, before any state changes. */
export function prepareAnswer(
  learner: LearnerState,
  memory: WordMemory,
  answer: AnswerInput,
  parameters: EngineParameters,
  context: Context,
): PreparedAnswer {
  const facts = context.word;
  const model = modelOf(parameters);
  const mode = modeOf(answer);
  const lastAtMs = learner.lastAtMs ?? answer.atMs;
  const atMs = Math.max(answer.atMs, lastAtMs);
  const timing = timingOf(answer, mode, facts.text.length, learner.pace, parameters, model);
  const guess = guessRate(mode, answer.choiceCount, parameters.mastery);
  const userRating = learner.rating ?? createUserRating(parameters);
  const wordRating = context.wordRating ?? createWordRating(facts, parameters);
  const wordLastAtMs = lastAnswerMs(memory);
  const view = viewOf(learner, memory, mode, parameters, facts);
  const prediction = view === null ? null : predictBoth(view, context, atMs);
  return {
    learner,
    memory,
    answer,
    parameters,
    context,
    facts,
    model,
    core: coreFor(learner, parameters, model),
    mode,
    atMs,
    backwardsMs: atMs - answer.atMs,
    gapSecs: (atMs - lastAtMs) / 1000,
    isCorrect: answer.isCorrect,
    isQuit: answer.isQuit === true,
    timing,
    slowness: timing.slowness,
    rapidGuess: timing.rapid,
    engagement: engagementOf(answer, timing.slowness, parameters.modeling),
    decision: gradeAnswer(answer, timing, parameters),
    guess,
    ece: calibrationError(learner.calibration),
    userRating,
    wordRating,
    prediction,
    firstExposure: prediction === null,
    expected:
      prediction === null
        ? expectedFirst(userRating.elo, wordRating.elo, guess)
        : prediction.answer,
    pauseDays: wordLastAtMs === null ? null : (atMs - wordLastAtMs) / DAY_MS,
    repeatedToday: isSameLocalDay(wordLastAtMs, atMs, answer),
    netShift: memory.ratingShift,
  };
}

function isSameLocalDay(lastAtMs: number | null, atMs: number, answer: AnswerInput): boolean {
  if (lastAtMs === null || atMs - lastAtMs >= DAY_MS) return false;
  const { utcOffsetMinutes, dayStartHour } = answer;
  const day = localDay(atMs, utcOffsetMinutes, dayStartHour);
  return localDay(lastAtMs, utcOffsetMinutes, dayStartHour) === day;
}

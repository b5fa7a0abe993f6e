import { type AnswerInput, isChosen, localDay, type Mode } from "../answer.ts";
import { type ShownPauses, withPause } from "../interval/shown-pauses.ts";
import { nextPace, type Timing } from "../memory/answer-time.ts";
import type { Prediction } from "../memory/prediction.ts";
import { ema, sigmoid } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { LearnerState, Mood, PersonalFit } from "./learner-types.ts";
import { type MoodSignal, rawMood, clampedMood } from "./mood.ts";
import { nextAverages, nextCognitive, trendsOf } from "./trend.ts";

const SUCCESS_STEP = 0.15;
const RESIDUAL_STEP = 0.02;
const MEDIAN_STEP = 0.05;

/** Inputs of the learner step, for an answer or a quit. */
export interface LearnerEvent extends MoodSignal {
  answer: AnswerInput;
  /** Time of the answer, never before the learner's previous one. */
  atMs: number;
  mode: Mode;
  /** null for a quit without a word. */
  timing: Timing | null;
  /** Since the previous answer to the word; null for a first answer, and for a quit. */
  pauseDays: number | null;
  /** Probability of a right answer without knowing the word; 0 for a quit. */
  guess: number;
  /** null for a first answer, and for a quit. */
  prediction: Pick<Prediction, "answer" | "population" | "sameDay"> | null;
}

export interface LearnerStep {
  learner: LearnerState;
  /** Unclamped, for the invariant check. */
  raw: Mood;
}

/** The learner after an event; head, calibration and rating are updated by later steps. */
export function stepLearner(
  before: LearnerState,
  event: LearnerEvent,
  parameters: EngineParameters,
): LearnerStep {
  const { answer, timing } = event;
  const raw = rawMood(before.mood, event, parameters);
  const learner = copyOf(before);
  learner.mood = clampedMood(raw);
  learner.lastAtMs = event.atMs;
  learner.utcOffsetMinutes = answer.utcOffsetMinutes;
  learner.dayStartHour = answer.dayStartHour;
  learner.totalEventCount = before.totalEventCount + 1;
  enterSession(learner, before, event, parameters);
  if (timing !== null) learnFromAnswer(learner, event, timing, parameters);
  return { learner, raw };
}

/** A shallow copy that may be modified; written out for speed. */
function copyOf(before: LearnerState): LearnerState {
  return {
    schema: 2,
    seed: before.seed,
    createdAtMs: before.createdAtMs,
    lastAtMs: before.lastAtMs,
    utcOffsetMinutes: before.utcOffsetMinutes,
    dayStartHour: before.dayStartHour,
    totalEventCount: before.totalEventCount,
    sessionEventCount: before.sessionEventCount,
    lastSessionId: before.lastSessionId,
    sessionStartMs: before.sessionStartMs,
    phase: before.phase,
    mood: before.mood,
    cognitive: before.cognitive,
    averages: before.averages,
    trends: before.trends,
    pace: before.pace,
    day: before.day,
    residual: before.residual,
    success: before.success,
    medianSlowness: before.medianSlowness,
    pauses: before.pauses,
    gainRate: before.gainRate,
    calibration: before.calibration,
    rating: before.rating,
    head: before.head,
    habits: before.habits,
    strategy: before.strategy,
    fit: before.fit,
  };
}

/** Starts a new session when its id is new, or after a pause with full recovery. */
function enterSession(
  learner: LearnerState,
  before: LearnerState,
  { answer, gapSecs }: LearnerEvent,
  parameters: EngineParameters,
): void {
  const otherId = answer.sessionId !== undefined && answer.sessionId !== before.lastSessionId;
  const rested = gapSecs >= parameters.fatigueDecay.fullResetThresholdSecs;
  if (otherId || rested || before.lastAtMs === null) {
    learner.sessionStartMs = learner.lastAtMs as number;
    learner.sessionEventCount = 1;
  } else {
    learner.sessionEventCount = before.sessionEventCount + 1;
  }
  if (answer.sessionId !== undefined) learner.lastSessionId = answer.sessionId;
}

/** Updates that need an answer: trends, time baseline, daily counts, recent success. */
function learnFromAnswer(
  learner: LearnerState,
  event: LearnerEvent,
  timing: Timing,
  parameters: EngineParameters,
): void {
  const { answer, expected, engagement, prediction } = event;
  // Same-day answers say little about long-term memory.
  const overnight = prediction === null || prediction.sameDay === true ? null : prediction;
  const correct = answer.isCorrect === true;
  const outcome = correct ? 1 : 0;
  const rules = parameters.modeling;
  const accuracy = outcome - expected + 0.5;
  const speed = -timing.slowness / 4;
  learner.averages = nextAverages(learner.averages, accuracy, speed, engagement, rules);
  learner.trends = trendsOf(learner.averages, rules.trendGain);
  learner.cognitive = nextCognitive(
    learner.cognitive,
    sigmoid(-learner.pace.shift / parameters.responseTime.priorLogSd),
    overnight === null ? null : capacityLevel(outcome, overnight.population),
    timing.slowness,
    rules.cognitiveProfileAlpha,
  );
  if (correct && answer.hintUsed !== true) {
    learner.pace = nextPace(learner.pace, timing, event.mode, parameters.responseTime);
  }
  learner.day = nextDay(learner, outcome);
  if (overnight !== null) {
    learner.residual += RESIDUAL_STEP * (outcome - overnight.answer - learner.residual);
    learner.fit = withTarget(learner.fit);
    learner.pauses = nextPauses(learner.pauses, event, timing);
  }
  const success = learner.success ?? outcome;
  learner.success = ema(success, outcome, SUCCESS_STEP);
  learner.medianSlowness += MEDIAN_STEP * Math.sign(timing.slowness - learner.medianSlowness);
}

/** A recall with help, or too fast to have read the word, shows nothing about the pause. */
function nextPauses(pauses: ShownPauses, event: LearnerEvent, timing: Timing): ShownPauses {
  const { answer, guess, pauseDays } = event;
  const isHelped = answer.hintUsed === true || (answer.retryCount ?? 0) > 0;
  if (pauseDays === null || timing.rapid || (answer.isCorrect && isHelped)) return pauses;
  const weight = isChosen(answer) ? 1 - guess : 1;
  return withPause(pauses, { pauseDays, isCorrect: answer.isCorrect, weight });
}

function withTarget(fit: PersonalFit): PersonalFit {
  const { weights, fittedAtMs, reviews, targets, costs } = fit;
  const next = { weights, fittedAtMs, reviews, targets: targets + 1 };
  return costs === undefined ? next : { ...next, costs };
}

function capacityLevel(outcome: number, populationRecall: number): number {
  return Math.min(Math.max(0.5 + outcome - populationRecall, 0), 1);
}

function nextDay(learner: LearnerState, outcome: number): LearnerState["day"] {
  const atMs = learner.lastAtMs as number;
  const index = localDay(atMs, learner.utcOffsetMinutes, learner.dayStartHour);
  const { day } = learner;
  if (day.index !== index) return { index, answers: 1, correct: outcome };
  return { index, answers: day.answers + 1, correct: day.correct + outcome };
}

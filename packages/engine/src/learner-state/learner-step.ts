import { type AnswerInput, localDay, type Mode } from "../answer.ts";
import { nextPace, type Timing } from "../memory/answer-time.ts";
import { sigmoid } from "../numeric/scalar.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { calibrationError } from "./calibration.ts";
import type { LearnerState, Mood } from "./learner-types.ts";
import { engagementOf, rawMood, settled } from "./mood.ts";
import { nextAverages, nextCognitive, trendsOf } from "./trend.ts";

const SUCCESS_STEP = 0.15;
const RESIDUAL_STEP = 0.02;
const MEDIAN_STEP = 0.05;

/** One answer (or quit) as the learner's state sees it. */
export interface LearnerEvent {
  answer: AnswerInput;
  /** Time of the answer, never before the learner's previous one. */
  atMs: number;
  mode: Mode;
  /** null for a quit that concerns no word. */
  timing: Timing | null;
  /** Success expected just before, 0..1. */
  expected: number;
  /** Population's expectation on a pause of a day or more; null within a day or at first. */
  populationRecall: number | null;
  /** Prediction of a review after a night; null otherwise. */
  dayPrediction: number | null;
}

export interface LearnerStep {
  learner: LearnerState;
  /** Unclamped, for the invariant check. */
  raw: Mood;
}

/** The learner after an event, with head, calibration and rating still as they were. */
export function moveLearner(
  before: LearnerState,
  event: LearnerEvent,
  parameters: Parameters,
): LearnerStep {
  const { answer, atMs, timing } = event;
  const gapSecs = before.lastAtMs === null ? 0 : (atMs - before.lastAtMs) / 1000;
  const slowness = timing === null ? 0 : timing.slowness;
  const engagement = engagementOf(answer, slowness, parameters.modeling);
  const raw = rawMood(
    before.mood,
    {
      gapSecs,
      isCorrect: answer.isCorrect,
      isQuit: answer.isQuit === true,
      slowness,
      expected: event.expected,
      engagement,
      ece: calibrationError(before.calibration),
    },
    parameters,
  );
  const learner = copyOf(before);
  learner.mood = settled(raw);
  learner.lastAtMs = atMs;
  learner.utcOffsetMinutes = answer.utcOffsetMinutes;
  learner.dayStartHour = answer.dayStartHour;
  learner.totalEventCount = before.totalEventCount + 1;
  enterSession(learner, before, answer, gapSecs, parameters);
  if (timing !== null) learnFromAnswer(learner, event, timing, engagement, parameters);
  return { learner, raw };
}

/** A copy that may be written to; spelled out because this is the fastest way to make one. */
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
    gainRate: before.gainRate,
    calibration: before.calibration,
    rating: before.rating,
    head: before.head,
    habits: before.habits,
    strategy: before.strategy,
    fit: before.fit,
  };
}

/** A session is new when its id is, or after a pause that rests the learner fully. */
function enterSession(
  learner: LearnerState,
  before: LearnerState,
  answer: AnswerInput,
  gapSecs: number,
  parameters: Parameters,
): void {
  const renamed = answer.sessionId !== undefined && answer.sessionId !== before.lastSessionId;
  const rested = gapSecs >= parameters.fatigueDecay.fullResetThresholdSecs;
  if (renamed || rested || before.lastAtMs === null) {
    learner.sessionStartMs = learner.lastAtMs as number;
    learner.sessionEventCount = 1;
  } else {
    learner.sessionEventCount = before.sessionEventCount + 1;
  }
  if (answer.sessionId !== undefined) learner.lastSessionId = answer.sessionId;
}

/** Everything that needs a real answer: trends, baseline, day, recent form. */
function learnFromAnswer(
  learner: LearnerState,
  event: LearnerEvent,
  timing: Timing,
  engagement: number | null,
  parameters: Parameters,
): void {
  const { answer, expected } = event;
  const outcome = answer.isCorrect ? 1 : 0;
  const rules = parameters.modeling;
  const accuracy = outcome - expected + 0.5;
  const speed = -timing.slowness / 4;
  learner.averages = nextAverages(learner.averages, accuracy, speed, engagement, rules);
  learner.trends = trendsOf(learner.averages, rules.trendGain);
  learner.cognitive = nextCognitive(
    learner.cognitive,
    sigmoid(-learner.pace.shift / parameters.responseTime.priorLogSd),
    capacityLevel(outcome, event.populationRecall),
    timing.slowness,
    rules.cognitiveProfileAlpha,
  );
  if (answer.isCorrect && answer.hintUsed !== true) {
    learner.pace = nextPace(learner.pace, timing, event.mode, parameters.responseTime);
  }
  learner.day = nextDay(learner, outcome);
  if (event.dayPrediction !== null) {
    learner.residual += RESIDUAL_STEP * (outcome - event.dayPrediction - learner.residual);
    learner.fit = { ...learner.fit, targets: learner.fit.targets + 1 };
  }
  const success = learner.success ?? outcome;
  learner.success = success + SUCCESS_STEP * (outcome - success);
  learner.medianSlowness += MEDIAN_STEP * Math.sign(timing.slowness - learner.medianSlowness);
}

function capacityLevel(outcome: number, populationRecall: number | null): number | null {
  if (populationRecall === null) return null;
  return Math.min(Math.max(0.5 + outcome - populationRecall, 0), 1);
}

function nextDay(learner: LearnerState, outcome: number): LearnerState["day"] {
  const atMs = learner.lastAtMs as number;
  const index = localDay(atMs, learner.utcOffsetMinutes, learner.dayStartHour);
  const { day } = learner;
  if (day.index !== index) return { index, answers: 1, correct: outcome };
  return { index, answers: day.answers + 1, correct: day.correct + outcome };
}

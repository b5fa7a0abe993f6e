import type { AnswerInput } from "../answer.ts";
import { clamp, ema } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Mood } from "./learner-types.ts";

/** Attention of a new learner, and what it returns to during a rest. */
export const ATTENTION_AT_REST = 0.7;
/** Step size of the averages of slowness and misses. */
const STRAIN_STEP = 0.2;
/** Seconds of a pause that count as time on task, at most. */
const ACTIVE_SECS_MAX = 120;
const RUN_LENGTH = 5;
/** Calibration error at which the reduction of confidence is largest. */
const ECE_WORST = 0.25;

/** Inputs of the mood update from one event. */
export interface MoodSignal {
  /** Seconds since the learner's previous answer; 0 for the first. */
  gapSecs: number;
  isCorrect: boolean;
  isQuit: boolean;
  /** z_t of the answer; 0 when it has none. */
  slowness: number;
  /** Recall expected just before, 0..1. */
  expected: number;
  /** e, 0..1; null without telemetry and without a lapse of attention. */
  engagement: number | null;
  /** Calibration error of the predictions, 0..1. */
  ece: number;
}

/** Mood after the signal, unclamped for the invariant check; see {@link clampedMood}. */
export function rawMood(mood: Mood, signal: MoodSignal, parameters: EngineParameters): Mood {
  const rested = signal.gapSecs >= parameters.fatigueDecay.fullResetThresholdSecs;
  const slowness = rested ? 0 : mood.slowness;
  const misses = rested ? 0 : mood.misses;
  const correct = signal.isCorrect === true;
  const quit = signal.isQuit === true;
  const outcome = correct ? 1 : 0;
  const slower = ema(slowness, signal.slowness, STRAIN_STEP);
  const missed = ema(misses, signal.expected - outcome, STRAIN_STEP);
  const run = quit ? mood.run : correct ? mood.run + 1 : 0;
  const p = signal.expected;
  const information =
    parameters.modeling.confidenceDecay * mood.information + (quit ? 0 : 4 * p * (1 - p));
  return {
    attention: nextAttention(mood.attention, rested, signal.engagement, parameters),
    fatigue: nextFatigue(mood.fatigue, slower, missed, signal, parameters),
    motivation: nextMotivation(mood.motivation, run, signal, parameters),
    confidence: confidenceOf(information, signal.ece, parameters.modeling),
    slowness: slower,
    misses: missed,
    run,
    information,
  };
}

/** The mood with every value in its range; the same object when it already is. */
export function clampedMood(mood: Mood): Mood {
  const { attention, fatigue, motivation, confidence } = mood;
  const inside =
    attention >= 0 &&
    attention <= 1 &&
    fatigue >= 0 &&
    fatigue <= 1 &&
    motivation >= -1 &&
    motivation <= 1 &&
    confidence >= 0 &&
    confidence <= 1;
  if (inside) return mood;
  return {
    ...mood,
    attention: bounded(attention, 0, 1, ATTENTION_AT_REST),
    fatigue: bounded(fatigue, 0, 1, 0),
    motivation: bounded(motivation, -1, 1, 0),
    confidence: bounded(confidence, 0, 1, 0),
  };
}

function bounded(value: number, low: number, high: number, fallback: number): number {
  return Number.isNaN(value) ? fallback : Math.min(Math.max(value, low), high);
}

/** e: 1 minus penalties for pauses, switches, lost focus and a lapse; null without data. */
export function engagementOf(
  answer: AnswerInput,
  slowness: number,
  rules: EngineParameters["modeling"],
): number | null {
  const { pauseCount, switchCount, focusLossMs } = answer;
  const lapse = slowness > rules.attentionLapseZ;
  const untracked =
    pauseCount === undefined && switchCount === undefined && focusLossMs === undefined;
  if (untracked && !lapse) return null;
  const lost =
    rules.engagementPausePenalty * (pauseCount ?? 0) +
    rules.engagementSwitchPenalty * (switchCount ?? 0) +
    (focusLossMs ?? 0) / rules.engagementFocusLossBaseMs +
    (lapse ? rules.attentionLapsePenalty : 0);
  return Math.min(Math.max(1 - lost, 0), 1);
}

function nextAttention(
  attention: number,
  rested: boolean,
  engagement: number | null,
  parameters: EngineParameters,
): number {
  const start = rested ? afterRest(attention) : attention;
  if (engagement === null) return start;
  return ema(start, engagement, parameters.modeling.attentionSmoothing);
}

/** A rest moves attention half the way back. */
function afterRest(attention: number): number {
  return (attention + ATTENTION_AT_REST) / 2;
}

/** Attention after a pause, as the next answer will find it. */
export function attentionAfter(
  attention: number,
  gapSecs: number,
  rules: EngineParameters["fatigueDecay"],
): number {
  return gapSecs >= rules.fullResetThresholdSecs ? afterRest(attention) : attention;
}

/** Recovery during the pause, then increases by time on task, slowness and unexpected errors. */
function nextFatigue(
  fatigue: number,
  slowness: number,
  misses: number,
  signal: MoodSignal,
  parameters: EngineParameters,
): number {
  const rules = parameters.modeling;
  const rested = recovered(fatigue, signal.gapSecs, parameters.fatigueDecay);
  const minutes = Math.min(signal.gapSecs, ACTIVE_SECS_MAX) / 60;
  const gain =
    rules.fatigueIncreaseRate * minutes +
    rules.fatigueSlowdownGain * Math.max(0, slowness) +
    rules.fatigueErrorGain * Math.max(0, misses);
  const tired = rested + (1 - rested) * Math.min(1, gain);
  return signal.isQuit === true ? Math.min(1, tired + rules.fatigueQuitIncrease) : tired;
}

/** Fatigue left after a pause. */
export function recovered(
  fatigue: number,
  gapSecs: number,
  rules: EngineParameters["fatigueDecay"],
): number {
  if (gapSecs >= rules.fullResetThresholdSecs) return 0;
  const over = gapSecs - rules.decayStartThresholdSecs;
  return over > 0 ? fatigue * Math.exp(-over / rules.decayTimeConstantSecs) : fatigue;
}

function nextMotivation(
  motivation: number,
  run: number,
  signal: MoodSignal,
  parameters: EngineParameters,
): number {
  const { motivationPositiveSignal, motivationNegativeSignal } = parameters.feature;
  const bonus = parameters.modeling.motivationRunBonus * (Math.min(run, RUN_LENGTH) / RUN_LENGTH);
  const correct = motivationPositiveSignal + bonus;
  const answered = signal.isCorrect === true ? correct : motivationNegativeSignal;
  const target = clamp(signal.isQuit === true ? -1 : answered, -1, 1);
  return ema(motivation, target, parameters.modeling.motivationMomentum);
}

/** Certainty about this learner, reduced by the calibration error of the predictions. */
function confidenceOf(
  information: number,
  ece: number,
  rules: EngineParameters["modeling"],
): number {
  const known = information / (information + rules.confidenceHalfInformation);
  const calibrated = 1 - rules.confidenceCalibrationWeight * Math.min(1, ece / ECE_WORST);
  return rules.minConfidence + (1 - rules.minConfidence) * known * calibrated;
}

import { localDay } from "../answer.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { recovered } from "../learner-state/mood.ts";
import { MINUTE_MS } from "../numeric/durations.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { WordMemory } from "./word-memory.ts";

/** Signals about the word and the learner's recent answers; both prediction variants use them. */
const WORD_SIGNALS = 11;
/** Signals of the current session; the scheduling variant uses their averages instead. */
export const SESSION_SIGNALS = 5;
export const SIGNALS = WORD_SIGNALS + SESSION_SIGNALS;

const SIGNAL_MAX = 3;
/** Minutes into a session at which the time signal is 0. */
const USUAL_MINUTES = 8;

/** Prior coefficients in the order of the signals, estimated on the population. */
export function priorCoefficients(rules: EngineParameters["correction"]): number[] {
  const coefficients = new Array<number>(SIGNALS).fill(0);
  coefficients[0] = rules.weightLastTime;
  coefficients[1] = rules.weightRecentTime;
  coefficients[2] = rules.weightLastWrong;
  coefficients[3] = rules.weightFailureShare;
  coefficients[9] = rules.weightRecentAccuracy;
  coefficients[11] = rules.weightTodayAccuracy;
  return coefficients;
}

/** Signals of one question: those of the word, then those of the session. */
export type Signals = number[];

/** A literal, which takes a tenth of the time of a typed array or of a `fill`. */
export function newSignals(): Signals {
  return [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
}

/**
 * Signals of a word known at the moment of a question, each standardized by fixed constants and
 * within ±3.
 *
 * None depends on the elapsed time, so that the scheduling curve stays decreasing.
 *
 * @param into  overwritten
 */
export function wordSignals(into: Signals, learner: LearnerState, memory: WordMemory): void {
  const { trace, attempts, lapses, slowness } = memory;
  into[0] = clip(slowness[0] ?? 0);
  into[1] = clip(meanOf(slowness));
  into[2] = attempts === 0 ? 0 : ((memory.outcomes[0] ?? 0) & 1) === 1 ? -0.4 : 1.6;
  into[3] = clip(((lapses + 1) / (attempts + 5) - 0.2) / 0.15);
  into[4] = clip((logCount(lapses) - 0.5) / 0.6);
  into[5] = clip((logCount(attempts) - 1.6) / 0.7);
  into[6] = clip((logCount(memory.sameDayRepeats) - 0.4) / 0.6);
  into[7] = trace === null ? 0 : clip((Math.log(trace.stability) - 2) / 1.8);
  into[8] = trace === null ? 0 : clip((trace.difficulty - 6) / 2.5);
  into[9] = clip(learner.residual / 0.1);
  into[10] = clip(((FAILURES[memory.nightFailures] as number) - 0.5) / 0.7);
}

/** Signals of the session so far. */
export function sessionSignals(
  into: Signals,
  learner: LearnerState,
  atMs: number,
  rules: EngineParameters["fatigueDecay"],
): void {
  const dayIndex = localDay(atMs, learner.utcOffsetMinutes, learner.dayStartHour);
  const today = learner.day.index === dayIndex ? learner.day : NO_ANSWERS;
  const gapSecs = Math.max(0, atMs - (learner.lastAtMs ?? atMs)) / 1000;
  const rested = gapSecs >= rules.fullResetThresholdSecs;
  const minutes = rested ? 0 : Math.max(0, atMs - learner.sessionStartMs) / MINUTE_MS;
  const fatigue = recovered(learner.mood.fatigue, gapSecs, rules);
  into[11] = clip(((today.correct + 8) / (today.answers + 10) - 0.8) / 0.12);
  into[12] = clip((logCount(today.answers) - 3) / 1.3);
  into[13] = clip((fatigue - 0.2) / 0.2);
  into[14] = clip((learner.mood.attention - 0.7) / 0.2);
  into[15] = clip((minutes / (minutes + USUAL_MINUTES) - 0.5) / 0.25);
}

/** Fills in the learner's average session signals instead of those of the current session. */
export function usualSession(into: Signals, means: readonly number[]): void {
  const first = into.length - means.length;
  for (let k = 0; k < means.length; k++) into[first + k] = means[k] as number;
}

/** Number of set bits in a three-bit number. */
const FAILURES = [0, 1, 1, 2, 1, 2, 2, 3];

const NO_ANSWERS = { answers: 0, correct: 0 };

/** ln(1 + n) for the usual counts, up to a long day of answers. */
const LOG_COUNTS = Array.from({ length: 1024 }, (_, n) => Math.log1p(n));

function logCount(n: number): number {
  return LOG_COUNTS[n] ?? Math.log1p(n);
}

function meanOf(values: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] as number;
  return values.length === 0 ? 0 : sum / values.length;
}

function clip(x: number): number {
  return x > SIGNAL_MAX ? SIGNAL_MAX : x < -SIGNAL_MAX ? -SIGNAL_MAX : x;
}

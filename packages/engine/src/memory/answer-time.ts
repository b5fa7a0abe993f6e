import { type AnswerInput, MODES, type Mode } from "../answer.ts";
import type { Pace } from "../learner-state/learner-types.ts";
import type { Parameters } from "../parameters/parameters.ts";

/** Answers faster than this cannot be answers to the question shown. */
const SHORTEST_MS = 100;
const TYPICAL_LENGTH = 7;
const SLOWNESS_MAX = 4;
/** Residuals beyond this many standard deviations teach the baseline no more than this. */
const WINSOR_SD = 3;

/** How an answer time compares with what was to be expected of this learner. */
export interface Timing {
  logMs: number;
  /** m: expected ln time, from the baseline before the answer. */
  expectedLogMs: number;
  sd: number;
  /** z_t, −4..4; positive is slow. */
  slowness: number;
  /** Too fast for the word to have been read. */
  rapid: boolean;
}

/** m = ln median of the learner, shifted by mode and word length. */
export function expectedLogMs(
  pace: Pace,
  mode: Mode,
  wordLength: number,
  rules: Parameters["responseTime"],
): number {
  const modeShift = pace.modeShifts[MODES.indexOf(mode)] ?? 0;
  const lengthShift = rules.lengthLogSlope * (wordLength - TYPICAL_LENGTH);
  return Math.log(rules.priorMedianMs) + pace.shift + modeShift + lengthShift;
}

/** Time spent on the question itself, ms: pauses and lost focus do not count. */
export function answerMs(answer: AnswerInput, clipMaxMs: number): number {
  const active = answer.responseTimeMs - (answer.pausedMs ?? 0) - (answer.focusLossMs ?? 0);
  return Math.min(Math.max(active, SHORTEST_MS), clipMaxMs);
}

export function timingOf(
  answer: AnswerInput,
  mode: Mode,
  wordLength: number,
  pace: Pace,
  rules: Parameters["responseTime"],
): Timing {
  const ms = answerMs(answer, rules.clipMaxMs);
  const expected = expectedLogMs(pace, mode, wordLength, rules);
  const sd = rules.priorLogSd * Math.sqrt(pace.varianceRatio);
  const logMs = Math.log(ms);
  const slowness = Math.min(Math.max((logMs - expected) / sd, -SLOWNESS_MAX), SLOWNESS_MAX);
  const rapid = ms < rules.rapidGuessRatio * Math.exp(expected);
  return { logMs, expectedLogMs: expected, sd, slowness, rapid };
}

/** The baseline after a correct answer without help; other answers must not move it. */
export function nextPace(
  pace: Pace,
  timing: Timing,
  mode: Mode,
  rules: Parameters["responseTime"],
): Pace {
  const index = MODES.indexOf(mode);
  const limit = WINSOR_SD * timing.sd;
  const residual = Math.min(Math.max(timing.logMs - timing.expectedLogMs, -limit), limit);
  const step = stepAfter(pace.count, rules);
  const modeStep = stepAfter(pace.modeCounts[index] ?? 0, rules);
  const square = (residual / rules.priorLogSd) ** 2;
  const modeShifts = pace.modeShifts.slice();
  const modeCounts = pace.modeCounts.slice();
  // The common shift takes its part first; the mode learns from what that leaves unexplained.
  modeShifts[index] = (modeShifts[index] ?? 0) + modeStep * (1 - step) * residual;
  modeCounts[index] = (modeCounts[index] ?? 0) + 1;
  return {
    shift: pace.shift + step * residual,
    varianceRatio: Math.max(pace.varianceRatio + step * (square - pace.varianceRatio), 0.01),
    count: pace.count + 1,
    modeShifts,
    modeCounts,
  };
}

function stepAfter(count: number, rules: Parameters["responseTime"]): number {
  return Math.max(1 / (rules.priorStrength + count), rules.adaptationRate);
}

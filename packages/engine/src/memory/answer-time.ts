import { type AnswerInput, type Mode, modeIndex } from "../answer.ts";
import type { Pace } from "../learner-state/learner-types.ts";
import type { Model } from "../model.ts";
import type { EngineParameters } from "../parameters/parameters.ts";

/** Minimum active time, ms; a faster answer cannot be a reaction to the question. */
const SHORTEST_MS = 100;
export const TYPICAL_LENGTH = 7;
const SLOWNESS_MAX = 4;
/** Residuals are winsorized to this many standard deviations before they update the baseline. */
const WINSOR_SD = 3;
const VARIANCE_RATIO_MIN = 0.01;

/** An answer time compared with the expected time of this learner. */
export interface Timing {
  /** ln time minus m. */
  residual: number;
  sd: number;
  /** z_t, −4..4; positive is slow. */
  slowness: number;
  /** Too fast to have read the word. */
  rapid: boolean;
}

/** m = ln median of the learner, ms, shifted by mode and word length. */
export function expectedLogMs(
  pace: Pace,
  mode: Mode,
  wordLength: number,
  parameters: EngineParameters,
  model: Model,
): number {
  const modeShift = pace.modeShifts[modeIndex(mode)] as number;
  const lengthShift = parameters.responseTime.lengthLogSlope * (wordLength - TYPICAL_LENGTH);
  return model.logMedianMs + pace.shift + modeShift + lengthShift;
}

/** Time spent on the question, ms, without pauses and lost focus. */
function answerMs(answer: AnswerInput, clipMaxMs: number): number {
  const active = answer.responseTimeMs - (answer.pausedMs ?? 0) - (answer.focusLossMs ?? 0);
  return Math.min(Math.max(active, SHORTEST_MS), clipMaxMs);
}

/** Compares an answer's time with the baseline from before the answer. */
export function timingOf(
  answer: AnswerInput,
  mode: Mode,
  wordLength: number,
  pace: Pace,
  parameters: EngineParameters,
  model: Model,
): Timing {
  const rules = parameters.responseTime;
  const expected = expectedLogMs(pace, mode, wordLength, parameters, model);
  const sd = rules.priorLogSd * Math.sqrt(pace.varianceRatio);
  const residual = Math.log(answerMs(answer, rules.clipMaxMs)) - expected;
  const slowness = Math.min(Math.max(residual / sd, -SLOWNESS_MAX), SLOWNESS_MAX);
  return { residual, sd, slowness, rapid: residual < model.logRapidRatio };
}

/** The baseline after a correct answer without a hint; other answers must not change it. */
export function nextPace(
  pace: Pace,
  timing: Timing,
  mode: Mode,
  rules: EngineParameters["responseTime"],
): Pace {
  const index = modeIndex(mode);
  const limit = WINSOR_SD * timing.sd;
  const residual = Math.min(Math.max(timing.residual, -limit), limit);
  const step = stepAfter(pace.count, rules);
  const modeCount = pace.modeCounts[index] as number;
  const square = (residual / rules.priorLogSd) ** 2;
  const varianceRatio = pace.varianceRatio + step * (square - pace.varianceRatio);
  const modeShifts = pace.modeShifts.slice();
  const modeCounts = pace.modeCounts.slice();
  // The common shift is updated first; the mode shift learns from the remaining residual.
  const left = (1 - step) * residual;
  modeShifts[index] = (modeShifts[index] as number) + stepAfter(modeCount, rules) * left;
  modeCounts[index] = modeCount + 1;
  return {
    shift: pace.shift + step * residual,
    varianceRatio: Math.max(varianceRatio, VARIANCE_RATIO_MIN),
    count: pace.count + 1,
    modeShifts,
    modeCounts,
  };
}

function stepAfter(count: number, rules: EngineParameters["responseTime"]): number {
  return Math.max(1 / (rules.priorStrength + count), rules.adaptationRate);
}

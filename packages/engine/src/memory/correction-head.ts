import { sigmoid } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { HeadSet, HeadState } from "./head-state.ts";
import { priorCoefficients, SESSION_SIGNALS, SIGNALS, type Signals } from "./head-signals.ts";

/** Prior of the head, computed once from the parameters. */
export interface HeadPrior {
  coefficients: readonly number[];
  /** Coefficient × center of a bin, laid out like {@link HeadSet.bins}. */
  centered: readonly number[];
  /** Variances of slope and signals, and of the offset. */
  variance: number;
  offsetVariance: number;
  /** Posterior variance of a bin after 0, 1, 2 … answers; constant from where it fades. */
  binVariances: readonly number[];
  slopeMin: number;
  binnedShare: number;
  /** Share of the learned evidence that is kept with one more answer. */
  fade: number;
}

const SLOPE = 0;
const OFFSET = 1;
const FIRST = 2;
const BINS = 8;
const SESSION_MEAN_STEP = 0.02;
/** Layout of a bin: shift in units of 1e-5 logit above, number of answers in the low bits. */
const COUNT_BITS = 12;
const COUNT_MASK = (1 << COUNT_BITS) - 1;
const SHIFT_UNIT = 1e-5;
const SHIFTS_PER_UNIT = 1e5;
const SHIFT_MAX = 250_000;
/** Information of an average answer, p (1 − p); bins count answers instead of weighting each. */
const USUAL_CURVATURE = 0.15;
/** Logits beyond this are clipped for the slope. */
const SLOPE_INPUT_MAX = 6;

export function createHead(): HeadState {
  return {
    long: emptySet(),
    short: emptySet(),
    sessionMeans: new Array<number>(SESSION_SIGNALS).fill(0),
  };
}

export function headPrior(rules: EngineParameters["correction"]): HeadPrior {
  const coefficients = priorCoefficients(rules);
  return {
    coefficients,
    centered: coefficients.flatMap((value) =>
      Array.from({ length: BINS }, (_, bin) => value * binCentre(bin)),
    ),
    variance: rules.priorSd ** 2,
    offsetVariance: rules.biasPriorSd ** 2,
    binVariances: binVariances(rules.priorSd ** 2, rules.memoryFactor),
    slopeMin: rules.slopeMin,
    binnedShare: rules.binnedShare,
    fade: rules.memoryFactor,
  };
}

/** Variance of a bin by its number of answers, up to the largest number it can store. */
function binVariances(variance: number, fade: number): number[] {
  const variances = [variance];
  for (let n = 1; n <= COUNT_MASK; n++) {
    const precision = 1 / (variances[n - 1] as number) - 1 / variance;
    variances.push(1 / (1 / variance + fade * precision + USUAL_CURVATURE));
  }
  return variances;
}

/** The correction at fixed signals: logit p = slope · logit R + offset, within the cap. */
export interface HeadLine {
  slope: number;
  offset: number;
  /** The two heads separately; each learns from its own error. */
  linearSlope: number;
  linearOffset: number;
  tableOffset: number;
}

/** Evaluates both heads at the given signals. */
export function headLine(set: HeadSet, prior: HeadPrior, signals: Signals): HeadLine {
  const { shifts, bins } = set;
  const { coefficients, centered, binnedShare } = prior;
  let linear = shifts[OFFSET] as number;
  let table = 0;
  let learned = 0;
  for (let j = 0; j < signals.length; j++) {
    const x = signals[j] as number;
    const at = j * BINS + binOf(x);
    linear += ((coefficients[j] as number) + (shifts[FIRST + j] as number)) * x;
    table += centered[at] as number;
    learned += (bins[at] as number) >> COUNT_BITS;
  }
  table += learned * SHIFT_UNIT;
  const linearSlope = Math.max(prior.slopeMin, 1 + (shifts[SLOPE] as number));
  return {
    slope: 1 + (1 - binnedShare) * (linearSlope - 1),
    offset: (1 - binnedShare) * linear + binnedShare * table,
    linearSlope,
    linearOffset: linear,
    tableOffset: table,
  };
}

/** logit p = logit R + clamp((slope − 1) logit R + offset, ±cap). */
export function correctLogit(line: HeadLine, logit: number, cap: number): number {
  const shift = (line.slope - 1) * logit + line.offset;
  return logit + Math.min(Math.max(shift, -cap), cap);
}

/** The logit R that {@link correctLogit} maps to the given value. */
export function uncorrectLogit(line: HeadLine, corrected: number, cap: number): number {
  const logit = (corrected - line.offset) / line.slope;
  const shift = corrected - logit;
  return shift > cap ? corrected - cap : shift < -cap ? corrected + cap : logit;
}

/** A training example of the head, without its outcome. */
export interface HeadExample {
  signals: Signals;
  line: HeadLine;
  /** Logit of the memory's recall before the answer. */
  logit: number;
}

/**
 * One step of Bayesian logistic regression by assumed-density filtering with diagonal covariance.
 *
 * The mean moves by variance × gradient, divided by 1 + p (1 − p) × variance of the predictor:
 * without the divisor correlated signals would overshoot together. Means and variances decay
 * toward the prior.
 *
 * @param outcome  0 or 1
 */
export function learnHead(
  set: HeadSet,
  prior: HeadPrior,
  example: HeadExample,
  outcome: number,
): HeadSet {
  const { line, logit, signals } = example;
  const p = sigmoid(line.linearSlope * logit + line.linearOffset);
  const q = sigmoid(logit + line.tableOffset);
  const slopeInput = Math.min(Math.max(logit, -SLOPE_INPUT_MAX), SLOPE_INPUT_MAX);
  const curvature = p * (1 - p);
  const gain = (outcome - p) / (1 + curvature * predictorVariance(set, prior, signals, slopeInput));
  const doubt = tableVariance(set.bins, prior.binVariances, signals);
  const next = {
    shifts: set.shifts.slice(),
    spreads: set.spreads.slice(),
    bins: set.bins.slice(),
  };
  const { variance, offsetVariance, fade } = prior;
  learnOne(next, SLOPE, slopeInput, gain * variance, curvature * variance, fade);
  learnOne(next, OFFSET, 1, gain * offsetVariance, curvature * offsetVariance, fade);
  const step = gain * variance;
  const weight = curvature * variance;
  for (let j = 0; j < signals.length; j++) {
    learnOne(next, FIRST + j, signals[j] as number, step, weight, fade);
  }
  const tableStep = (SHIFTS_PER_UNIT * (outcome - q)) / (1 + q * (1 - q) * doubt);
  learnBins(next.bins, prior, signals, tableStep);
  return next;
}

/** Updates the tables: each signal moves its bin in proportion to the bin's variance. */
function learnBins(bins: number[], prior: HeadPrior, signals: Signals, step: number): void {
  const { fade, binVariances: variances } = prior;
  for (let j = 0; j < signals.length; j++) {
    const place = j * BINS + binOf(signals[j] as number);
    const bin = bins[place] as number;
    const count = bin & COUNT_MASK;
    const shift = fade * (bin >> COUNT_BITS) + step * (variances[count] as number);
    bins[place] = (nearestShift(shift) << COUNT_BITS) | (count < COUNT_MASK ? count + 1 : count);
  }
}

/** Updates one weight of the linear head; a missing signal is 0 and leaves it unchanged. */
function learnOne(
  next: HeadSet,
  at: number,
  x: number,
  step: number,
  weight: number,
  fade: number,
): void {
  if (x === 0) return;
  const { shifts, spreads } = next;
  const spread = spreads[at] as number;
  shifts[at] = fade * (shifts[at] as number) + step * spread * x;
  spreads[at] = spread / (fade + (1 - fade + weight * x * x) * spread);
}

/** Variance of the linear predictor about its mean. */
function predictorVariance(
  set: HeadSet,
  prior: HeadPrior,
  signals: Signals,
  slopeInput: number,
): number {
  const { spreads } = set;
  let sum = slopeInput * slopeInput * (spreads[SLOPE] as number);
  for (let j = 0; j < signals.length; j++) {
    const x = signals[j] as number;
    sum += x * x * (spreads[FIRST + j] as number);
  }
  return prior.variance * sum + prior.offsetVariance * (spreads[OFFSET] as number);
}

/** Variance of the tables' sum about its mean. */
function tableVariance(
  bins: readonly number[],
  variances: readonly number[],
  signals: Signals,
): number {
  let sum = 0;
  for (let j = 0; j < signals.length; j++) {
    const bin = bins[j * BINS + binOf(signals[j] as number)] as number;
    sum += variances[bin & COUNT_MASK] as number;
  }
  return sum;
}

/** Nearest integer shift within the range that a bin can store. */
function nearestShift(shift: number): number {
  const bounded = shift > SHIFT_MAX ? SHIFT_MAX : shift < -SHIFT_MAX ? -SHIFT_MAX : shift;
  return Math.floor(bounded + 0.5) | 0;
}

/** Averages of the session signals after one more answer. */
export function nextSessionMeans(means: readonly number[], signals: Signals): number[] {
  const next = means.slice();
  const first = signals.length - next.length;
  for (let j = 0; j < next.length; j++) {
    const mean = next[j] as number;
    next[j] = mean + SESSION_MEAN_STEP * ((signals[first + j] as number) - mean);
  }
  return next;
}

/**
 * Standard deviation of the linear predictor, logits: the head's uncertainty about this learner.
 */
export function headSpread(set: HeadSet, prior: HeadPrior, signals: Signals): number {
  return Math.sqrt(predictorVariance(set, prior, signals, 0));
}

/** Bins are half a standard deviation wide, the outermost open. */
function binOf(x: number): number {
  const bin = (2 * x + BINS / 2) | 0;
  return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

function binCentre(bin: number): number {
  return (bin - (BINS - 1) / 2) / 2;
}

function emptySet(): HeadSet {
  return {
    shifts: new Array<number>(FIRST + SIGNALS).fill(0),
    spreads: new Array<number>(FIRST + SIGNALS).fill(1),
    bins: new Array<number>(SIGNALS * BINS).fill(0),
  };
}

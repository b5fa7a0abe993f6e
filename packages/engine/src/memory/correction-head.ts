import { sigmoid } from "../numeric/scalar.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { priorCoefficients, SESSION_SIGNALS, SIGNALS, WORD_SIGNALS } from "./head-signals.ts";

/**
 * What one learner taught one head, stored relative to the prior, so that a learner who taught
 * nothing stores zeros whatever the prior is.
 */
export interface HeadSet {
  /** Posterior mean minus prior mean: slope, offset, then one per signal. */
  shifts: number[];
  /** Posterior precision minus prior precision, same order. */
  evidence: number[];
  /** The same for the tables: eight bins per signal. */
  binShifts: number[];
  binEvidence: number[];
}

/** One set for pauses within a day, one for longer ones. */
export interface HeadState {
  long: HeadSet;
  short: HeadSet;
  /** Learned averages of the session signals. */
  sessionMeans: number[];
}

/** Prior of the head, computed once from the parameters. */
export interface HeadPrior {
  coefficients: readonly number[];
  slopePrecision: number;
  offsetPrecision: number;
  binPrecision: number;
}

const SLOPE = 0;
const OFFSET = 1;
const FIRST = 2;
const BINS = 8;
const SESSION_MEAN_STEP = 0.02;
/** Decimals kept of a table: enough to learn, few enough to store. */
const BIN_DECIMALS = 1e5;

export function createHead(): HeadState {
  return { long: emptySet(), short: emptySet(), sessionMeans: zeros(SESSION_SIGNALS) };
}

export function headPrior(rules: Parameters["correction"]): HeadPrior {
  return {
    coefficients: priorCoefficients(rules),
    slopePrecision: rules.priorSd ** -2,
    offsetPrecision: rules.biasPriorSd ** -2,
    binPrecision: rules.priorSd ** -2,
  };
}

/** The correction at fixed signals: logit p = slope · logit R + offset, within the cap. */
export interface HeadLine {
  slope: number;
  offset: number;
  /** The two heads apart; each learns from its own error. */
  linearSlope: number;
  linearOffset: number;
  tableOffset: number;
}

/** Evaluates both heads at the given signals. */
export function headLine(
  set: HeadSet,
  prior: HeadPrior,
  signals: readonly number[],
  rules: Parameters["correction"],
): HeadLine {
  let linear = set.shifts[OFFSET] as number;
  let table = 0;
  for (let j = 0; j < SIGNALS; j++) {
    const x = signals[j] as number;
    const bin = binOf(x);
    const coefficient = prior.coefficients[j] as number;
    linear += (coefficient + (set.shifts[FIRST + j] as number)) * x;
    table += coefficient * binCentre(bin) + (set.binShifts[j * BINS + bin] as number);
  }
  const share = rules.binnedShare;
  const linearSlope = Math.max(rules.slopeMin, 1 + (set.shifts[SLOPE] as number));
  return {
    slope: 1 + (1 - share) * (linearSlope - 1),
    offset: (1 - share) * linear + share * table,
    linearSlope,
    linearOffset: linear,
    tableOffset: table,
  };
}

/** Signals of the scheduling variant: session signals at their learned averages. */
export function scheduleSignals(word: readonly number[], head: HeadState): number[] {
  const signals = word.slice();
  for (let j = 0; j < SESSION_SIGNALS; j++) signals.push(head.sessionMeans[j] as number);
  return signals;
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

/**
 * One step of Bayesian logistic regression by assumed-density filtering with diagonal covariance.
 *
 * The mean moves by variance × gradient, divided by 1 + p (1 − p) × variance of the predictor:
 * without the divisor correlated signals would together overshoot. Old evidence and what it
 * taught fade towards the prior.
 *
 * @param logit    logit R of the curve before the answer
 * @param outcome  0 or 1
 */
export function learnHead(
  set: HeadSet,
  prior: HeadPrior,
  line: HeadLine,
  question: { signals: readonly number[]; logit: number; outcome: number },
  memoryFactor: number,
): HeadSet {
  const next = {
    shifts: set.shifts.slice(),
    evidence: set.evidence.slice(),
    binShifts: set.binShifts.slice(),
    binEvidence: set.binEvidence.slice(),
  };
  learnLinear(next, prior, line, question, memoryFactor);
  learnTables(next, prior, line, question, memoryFactor);
  return next;
}

type Question = { signals: readonly number[]; logit: number; outcome: number };

function learnLinear(
  next: HeadSet,
  prior: HeadPrior,
  line: HeadLine,
  question: Question,
  fade: number,
): void {
  const { signals, logit, outcome } = question;
  const p = sigmoid(line.linearSlope * logit + line.linearOffset);
  const curvature = p * (1 - p);
  const slopeInput = Math.min(Math.max(logit, -6), 6);
  const spread = predictorVariance(next, prior, signals, slopeInput);
  const gain = (outcome - p) / (1 + curvature * spread);
  for (let i = 0; i < FIRST + SIGNALS; i++) {
    const x = i === SLOPE ? slopeInput : i === OFFSET ? 1 : (signals[i - FIRST] as number);
    const before = next.evidence[i] as number;
    const shift = next.shifts[i] as number;
    if (x === 0) continue;
    next.evidence[i] = fade * before + curvature * x * x;
    next.shifts[i] = fade * shift + (gain * x) / (priorPrecision(prior, i) + before);
  }
}

function predictorVariance(
  set: HeadSet,
  prior: HeadPrior,
  signals: readonly number[],
  slopeInput: number,
): number {
  const slope = slopeInput ** 2 / (prior.slopePrecision + (set.evidence[SLOPE] as number));
  let variance = slope + 1 / (prior.offsetPrecision + (set.evidence[OFFSET] as number));
  for (let j = 0; j < SIGNALS; j++) {
    const x = signals[j] as number;
    variance += (x * x) / (prior.binPrecision + (set.evidence[FIRST + j] as number));
  }
  return variance;
}

function learnTables(
  next: HeadSet,
  prior: HeadPrior,
  line: HeadLine,
  question: Question,
  fade: number,
): void {
  const { signals, logit, outcome } = question;
  const p = sigmoid(logit + line.tableOffset);
  const curvature = p * (1 - p);
  let spread = 0;
  for (let j = 0; j < SIGNALS; j++) {
    const at = j * BINS + binOf(signals[j] as number);
    spread += 1 / (prior.binPrecision + (next.binEvidence[at] as number));
  }
  const gain = (outcome - p) / (1 + curvature * spread);
  for (let j = 0; j < SIGNALS; j++) {
    const at = j * BINS + binOf(signals[j] as number);
    const before = next.binEvidence[at] as number;
    const shift = fade * (next.binShifts[at] as number) + gain / (prior.binPrecision + before);
    // The sum with 0 turns a rounded −0 into 0, which JSON cannot tell apart.
    next.binShifts[at] = Math.round(shift * BIN_DECIMALS) / BIN_DECIMALS + 0;
    next.binEvidence[at] = Math.round((fade * before + curvature) * 1e3) / 1e3;
  }
}

/** Averages of the session signals after one more answer. */
export function nextSessionMeans(means: readonly number[], signals: readonly number[]): number[] {
  const next = means.slice();
  for (let j = 0; j < SESSION_SIGNALS; j++) {
    const mean = next[j] as number;
    next[j] = mean + SESSION_MEAN_STEP * ((signals[WORD_SIGNALS + j] as number) - mean);
  }
  return next;
}

/**
 * Standard deviation of the predictor, logit units: how unsure the head is of this learner.
 */
export function headSpread(set: HeadSet, prior: HeadPrior, signals: readonly number[]): number {
  return Math.sqrt(predictorVariance(set, prior, signals, 0));
}

function priorPrecision(prior: HeadPrior, index: number): number {
  if (index === OFFSET) return prior.offsetPrecision;
  return index === SLOPE ? prior.slopePrecision : prior.binPrecision;
}

function binOf(x: number): number {
  const bin = Math.floor(2 * x + BINS / 2);
  return bin < 0 ? 0 : bin >= BINS ? BINS - 1 : bin;
}

/** Middle of a bin of width one half. */
function binCentre(bin: number): number {
  return (bin - (BINS - 1) / 2) / 2;
}

function emptySet(): HeadSet {
  return {
    shifts: zeros(FIRST + SIGNALS),
    evidence: zeros(FIRST + SIGNALS),
    binShifts: zeros(SIGNALS * BINS),
    binEvidence: zeros(SIGNALS * BINS),
  };
}

function zeros(length: number): number[] {
  return new Array<number>(length).fill(0);
}

import type { Grade } from "../answer.ts";

/** Range of stability, days. */
export const STABILITY_MIN = 0.001;
export const STABILITY_MAX = 36_500;

/** Weights of the long-term model and the values derived from them. */
export interface Core {
  w: readonly number[];
  /** Asymptote of the forgetting curve, 0..0.5. */
  floor: number;
  decay: number;
  /** f, chosen so that recall is 0.9 after a pause of one stability. */
  factor: number;
  growth: number;
  lapseDivisor: number;
  /** D0(4), not clamped: the value difficulty reverts to. */
  easyDifficulty: number;
  /** e^(w17 (G − 3 + w18)) for G = 1..4. */
  sameDayFactors: readonly number[];
}

export function coreOf(w: readonly number[], floor: number): Core {
  const decay = at(w, 20);
  return {
    w,
    floor,
    decay,
    factor: 0.9 ** (-1 / decay) - 1,
    growth: Math.exp(at(w, 8)),
    lapseDivisor: Math.exp(at(w, 17) * at(w, 18)),
    easyDifficulty: firstDifficultyRaw(w, 4),
    sameDayFactors: [1, 2, 3, 4].map((grade) => Math.exp(at(w, 17) * (grade - 3 + at(w, 18)))),
  };
}

/**
 * Probability that the long-term trace is recalled after a pause.
 *
 *     R(t, S) = c + (1 − c) (1 + f t / S)^(−d)
 *
 * @param pauseDays      t ≥ 0
 * @param stabilityDays  S > 0
 * @returns              in (0, 1]; 1 when t = 0; falling in t
 *
 * Source: FSRS-6, open-spaced-repetition wiki, "The Algorithm"; the asymptote c is ours.
 */
export function longTermRecall(core: Core, pauseDays: number, stabilityDays: number): number {
  const power = (1 + (core.factor * pauseDays) / stabilityDays) ** -core.decay;
  return core.floor === 0 ? power : core.floor + (1 - core.floor) * power;
}

/** The pause in days after which {@link longTermRecall} has fallen to r; Infinity at the floor. */
export function longTermPause(core: Core, recall: number, stabilityDays: number): number {
  const power = core.floor === 0 ? recall : (recall - core.floor) / (1 - core.floor);
  if (power <= 0) return Infinity;
  return (stabilityDays / core.factor) * (power ** (-1 / core.decay) - 1);
}

/** Stability after the first answer, before clamping. */
export function firstStability(core: Core, grade: Grade): number {
  return at(core.w, grade - 1);
}

/** Difficulty after the first answer, before clamping: w4 − e^(w5 (G − 1)) + 1. */
export function firstDifficulty(core: Core, grade: Grade): number {
  return firstDifficultyRaw(core.w, grade);
}

/** D'' = w7 D0(4) + (1 − w7) (D − w6 (G − 3) (10 − D) / 9), clamped to 1..10. */
export function nextDifficulty(core: Core, difficulty: number, grade: Grade): number {
  const w7 = at(core.w, 7);
  const moved = difficulty + (-at(core.w, 6) * (grade - 3) * (10 - difficulty)) / 9;
  return clampDifficulty(w7 * core.easyDifficulty + (1 - w7) * moved);
}

/**
 * Stability after an answer, before clamping; D is the difficulty before the answer.
 *
 * @param recall   R of the long-term trace at the moment of the answer; unused within a day
 * @param sameDay  pause shorter than the learner's night
 */
export function nextStability(
  core: Core,
  before: { stability: number; difficulty: number },
  recall: number,
  grade: Grade,
  sameDay: boolean,
): number {
  const { stability, difficulty } = before;
  if (sameDay) return sameDayStability(core, stability, grade);
  if (grade === 1) return lapsedStability(core, stability, difficulty, recall);
  return stability * (1 + stabilityGain(core, before, recall) * gradeFactor(core, grade));
}

function sameDayStability(core: Core, stability: number, grade: Grade): number {
  const gain = at(core.sameDayFactors, grade - 1) * stability ** -at(core.w, 19);
  return stability * (grade >= 2 ? Math.max(gain, 1) : gain);
}

function lapsedStability(core: Core, stability: number, difficulty: number, recall: number) {
  const w = core.w;
  const lapsed =
    at(w, 11) *
    difficulty ** -at(w, 12) *
    ((stability + 1) ** at(w, 13) - 1) *
    Math.exp(at(w, 14) * (1 - recall));
  return Math.min(lapsed, stability / core.lapseDivisor);
}

/** Relative growth of stability by a Good success: e^w8 (11 − D) S^−w9 (e^(w10 (1 − R)) − 1). */
function stabilityGain(
  core: Core,
  before: { stability: number; difficulty: number },
  recall: number,
): number {
  return (
    core.growth *
    (11 - before.difficulty) *
    before.stability ** -at(core.w, 9) *
    (Math.exp(at(core.w, 10) * (1 - recall)) - 1)
  );
}

function gradeFactor(core: Core, grade: Grade): number {
  if (grade === 2) return at(core.w, 15);
  return grade === 4 ? at(core.w, 16) : 1;
}

function firstDifficultyRaw(w: readonly number[], grade: Grade): number {
  return at(w, 4) - Math.exp(at(w, 5) * (grade - 1)) + 1;
}

export function clampStability(days: number): number {
  return Math.min(Math.max(days, STABILITY_MIN), STABILITY_MAX);
}

export function clampDifficulty(difficulty: number): number {
  return Math.min(Math.max(difficulty, 1), 10);
}

function at(values: readonly number[], index: number): number {
  return values[index] as number;
}

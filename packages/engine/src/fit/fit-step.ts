import type { FitData } from "./fit-sequence.ts";

/** Values stored by the forward pass for the backward pass, one entry per review of a word. */
export interface Tape {
  /** State just before the review. */
  stability: Float64Array;
  difficulty: Float64Array;
  /** x = 1 + f t / S, and x^−d. */
  stretch: Float64Array;
  power: Float64Array;
  /** Derivative of the loss in the recall. */
  slope: Float64Array;
}

/** Values derived from the weights alone. */
export interface Curve {
  decay: number;
  factor: number;
  /** df / dd */
  factorSlope: number;
  floor: number;
  /** D0(4) */
  easy: number;
  growth: number;
  lapseKept: number;
}

/** One word, on one evaluation of the loss. */
export interface WordPass {
  data: FitData;
  from: number;
  to: number;
  w: Float64Array;
  curve: Curve;
  tape: Tape;
}

export function curveOf(w: Float64Array, floor: number): Curve {
  const decay = w[20] as number;
  const power = 0.9 ** (-1 / decay);
  return {
    decay,
    factor: power - 1,
    factorSlope: (power * Math.log(0.9)) / decay ** 2,
    floor,
    easy: (w[4] as number) - Math.exp(3 * (w[5] as number)) + 1,
    growth: Math.exp(w[8] as number),
    lapseKept: Math.exp(-(w[17] as number) * (w[18] as number)),
  };
}

/** Stability after a fully realized answer, before clamping; the formulas of fsrs-core.ts. */
export function fullStability(
  { w, curve }: Pick<WordPass, "w" | "curve">,
  stability: number,
  difficulty: number,
  recall: number,
  grade: number,
  sameDay: boolean,
): number {
  if (sameDay) {
    const gain = sameDayGain(w, stability, grade);
    return stability * (grade >= 2 ? Math.max(gain, 1) : gain);
  }
  if (grade === 1) {
    const lapsed = lapseStability(w, stability, difficulty, recall);
    return Math.min(lapsed, stability * curve.lapseKept);
  }
  const rise = Math.exp((w[10] as number) * (1 - recall)) - 1;
  return stability * (1 + growthRate(w, curve, stability, difficulty) * rise * factorOf(w, grade));
}

export function sameDayGain(w: Float64Array, stability: number, grade: number): number {
  const rate = (w[17] as number) * (grade - 3 + (w[18] as number));
  return Math.exp(rate - (w[19] as number) * Math.log(stability));
}

export function lapseStability(
  w: Float64Array,
  stability: number,
  difficulty: number,
  recall: number,
): number {
  return (
    (w[11] as number) *
    difficulty ** -(w[12] as number) *
    ((stability + 1) ** (w[13] as number) - 1) *
    Math.exp((w[14] as number) * (1 - recall))
  );
}

/** e^w8 (11 − D) S^−w9 */
export function growthRate(
  w: Float64Array,
  curve: Curve,
  stability: number,
  difficulty: number,
): number {
  return curve.growth * (11 - difficulty) * stability ** -(w[9] as number);
}

export function factorOf(w: Float64Array, grade: number): number {
  if (grade === 2) return w[15] as number;
  return grade === 4 ? (w[16] as number) : 1;
}

/** Difficulty after a fully realized answer, before clamping. */
export function fullDifficulty(
  w: Float64Array,
  curve: Curve,
  difficulty: number,
  grade: number,
): number {
  const moved = difficulty - ((w[6] as number) * (grade - 3) * (10 - difficulty)) / 9;
  return (w[7] as number) * curve.easy + (1 - (w[7] as number)) * moved;
}

import { requireRange } from "../argument-checks.ts";
import { studentCritical, studentTwoSided } from "../numeric/beta.ts";
import { type Comparison, USUAL_ALPHA } from "./comparison.ts";

/** Summary of one number per user. */
export interface MeanStats {
  n: number;
  mean: number;
  /** With divisor n − 1; 0 for fewer than two users. */
  variance: number;
}

export interface WelchResult extends Comparison {
  /** Degrees of freedom; null when neither arm varies at all. */
  df: number | null;
}

/** Mean and variance in one pass without cancellation (Welford 1962). */
export function meanStats(values: readonly number[]): MeanStats {
  let [mean, squares] = [0, 0];
  values.forEach((value, at) => {
    const step = value - mean;
    mean += step / (at + 1);
    squares += step * (value - mean);
  });
  const n = values.length;
  return { n, mean, variance: n < 2 ? 0 : squares / (n - 1) };
}

/** One user's contribution to a ratio, such as words remembered over words due. */
export interface RatioPart {
  numerator: number;
  denominator: number;
}

/**
 * A ratio of two sums over users as mean and variance, so that it can be tested like a mean. The
 * variance accounts for different denominators and for dependence within a user.
 *
 * @returns  null if the denominators sum to 0
 *
 * Source: delta method, Deng, Knoblich and Lu (2018).
 */
export function ratioStats(users: readonly RatioPart[]): MeanStats | null {
  const n = users.length;
  const size = users.reduce((sum, user) => sum + user.denominator, 0) / n;
  if (!(size > 0)) return null;
  const ratio = users.reduce((sum, user) => sum + user.numerator, 0) / n / size;
  const { variance } = meanStats(
    users.map((user) => (user.numerator - ratio * user.denominator) / size),
  );
  return { n, mean: ratio, variance };
}

/**
 * Welch's t test of two means; variances and sample sizes may differ.
 *
 * @param alpha  for the interval, in (0, 1)
 * @returns      null when an arm has fewer than two users
 *
 * Source: Welch (1947); degrees of freedom by Satterthwaite (1946).
 */
export function welchTest(
  control: MeanStats,
  treatment: MeanStats,
  alpha = USUAL_ALPHA,
): WelchResult | null {
  for (const arm of [control, treatment]) {
    requireRange("mean", arm.mean, true, "finite");
    requireRange("variance", arm.variance, arm.variance >= 0, "≥ 0");
  }
  if (control.n < 2 || treatment.n < 2) return null;
  const diff = treatment.mean - control.mean;
  const [v0, v1] = [control.variance / control.n, treatment.variance / treatment.n];
  const standardError = Math.sqrt(v0 + v1);
  if (standardError === 0) {
    return { diff, low: diff, high: diff, standardError, pValue: diff === 0 ? 1 : 0, df: null };
  }
  // As shares, because squares of tiny variances would underflow.
  const [s0, s1] = [v0 / (v0 + v1), v1 / (v0 + v1)];
  const df = 1 / ((s0 * s0) / (control.n - 1) + (s1 * s1) / (treatment.n - 1));
  const margin = studentCritical(alpha, df) * standardError;
  const pValue = studentTwoSided(diff / standardError, df);
  return { diff, low: diff - margin, high: diff + margin, standardError, pValue, df };
}

import { requireRange } from "../argument-checks.ts";

const LANCZOS_G = 7;
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313,
  -176.61502916214059, 12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6,
  1.5056327351493116e-7,
];
const STEPS_MAX = 20_000;
const CONVERGED = 1e-16;
/** Replaces a zero denominator in Lentz's method. */
const TINY = 1e-300;

/**
 * Natural logarithm of the gamma function.
 *
 * @param x  > 0
 *
 * Source: Lanczos (1964) with the coefficients of Godfrey, g = 7, nine terms.
 */
export function lnGamma(x: number): number {
  requireRange("x", x, x > 0, "> 0");
  // Reflection: the series is valid for arguments from one half on.
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - lnGamma(1 - x);
  const [first = 0, ...others] = LANCZOS;
  const sum = others.reduce((total, coefficient, at) => total + coefficient / (x + at), first);
  const shifted = x + LANCZOS_G - 0.5;
  return Math.log(2 * Math.PI) / 2 + (x - 0.5) * Math.log(shifted) - shifted + Math.log(sum);
}

/**
 * Regularized incomplete beta function I_x(a, b), the distribution function of a beta variable.
 *
 * @param x  in [0, 1]
 * @param a  > 0
 * @param b  > 0
 *
 * Source: continued fraction DLMF 8.17.22 by Lentz's method, on the side where it converges fast.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  requireRange("x", x, x >= 0 && x <= 1, "in [0, 1]");
  requireRange("a", a, a > 0, "> 0");
  requireRange("b", b, b > 0, "> 0");
  if (x === 0 || x === 1) return x;
  const front = Math.exp(
    lnGamma(a + b) - lnGamma(a) - lnGamma(b) + a * Math.log(x) + b * Math.log1p(-x),
  );
  if (x < (a + 1) / (a + b + 2)) return (front * betaFraction(x, a, b)) / a;
  return 1 - (front * betaFraction(1 - x, b, a)) / b;
}

/**
 * Two-sided p value of a t statistic: the probability that |T| is at least this large.
 *
 * @param df  degrees of freedom, > 0, need not be whole
 */
export function studentTwoSided(t: number, df: number): number {
  requireRange("df", df, df > 0, "> 0");
  return incompleteBeta(df / (df + t * t), df / 2, 0.5);
}

/**
 * The t that |T| exceeds with probability `alpha`: half the width of a two-sided interval, in
 * standard errors.
 *
 * @param alpha  in (0, 1)
 * @param df     degrees of freedom, > 0
 */
export function studentCritical(alpha: number, df: number): number {
  requireRange("alpha", alpha, alpha > 0 && alpha < 1, "in (0, 1)");
  let low = 0;
  let high = 1;
  while (studentTwoSided(high, df) > alpha) high *= 2;
  // Bisection to the last digit needs no derivative and cannot diverge in the far tail.
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (middle === low || middle === high) break;
    if (studentTwoSided(middle, df) > alpha) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / nonZero(1 - ((a + b) * x) / (a + 1));
  let value = d;
  for (let m = 1; m < STEPS_MAX; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / nonZero(1 + even * d);
    c = nonZero(1 + even / c);
    value *= d * c;
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / nonZero(1 + odd * d);
    c = nonZero(1 + odd / c);
    value *= d * c;
    if (Math.abs(d * c - 1) < CONVERGED) break;
  }
  return value;
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value;
}

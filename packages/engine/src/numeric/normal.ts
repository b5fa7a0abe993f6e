import { requireRange } from "../argument-checks.ts";

const SERIES_UP_TO = 2;
const STEPS_MAX = 500;

/**
 * Error function, by its series near zero and by erfc beyond.
 *
 * @returns  in [−1, 1], odd in x, within a few units in the last place
 *
 * Source: Abramowitz and Stegun 7.1.6.
 */
export function erf(x: number): number {
  if (Math.abs(x) > SERIES_UP_TO) return Math.sign(x) * (1 - erfc(Math.abs(x)));
  // All terms have the same sign, so nothing cancels: 2/√π e^−x² Σ 2ⁿ x^(2n+1) / (2n+1)!!
  let term = x;
  let sum = x;
  for (let n = 1; n < STEPS_MAX && Math.abs(term) > Math.abs(sum) * 1e-18; n++) {
    term *= (2 * x * x) / (2 * n + 1);
    sum += term;
  }
  return (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x) * sum;
}

/**
 * 1 − erf(x), with full relative precision for a small tail.
 *
 * Source: Abramowitz and Stegun 7.1.14, evaluated from the far end of the fraction.
 */
export function erfc(x: number): number {
  if (x < SERIES_UP_TO) return 1 - erf(x);
  let fraction = x;
  for (let n = 120; n >= 1; n--) fraction = x + n / 2 / fraction;
  return Math.exp(-x * x) / (Math.sqrt(Math.PI) * fraction);
}

/** Probability that a standard normal variable is at most z; precise in both tails. */
export function normalCdf(z: number): number {
  return z < 0 ? erfc(-z / Math.SQRT2) / 2 : 1 - erfc(z / Math.SQRT2) / 2;
}

/**
 * The z that a standard normal variable stays below with probability p: inverse of
 * {@link normalCdf}.
 *
 * @param p  in (0, 1)
 *
 * Source: starting value Abramowitz and Stegun 26.2.23, refined by Halley's method.
 */
export function normalQuantile(p: number): number {
  requireRange("p", p, p > 0 && p < 1, "in (0, 1)");
  // The upper half by symmetry: 1 − p is exact there, and the lower tail is precise.
  if (p === 0.5) return 0;
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let z = top / bottom - t;
  for (let step = 0; step < 3; step++) {
    const newton = (normalCdf(z) - p) / normalDensity(z);
    z -= newton / (1 + (z * newton) / 2);
  }
  return z;
}

/** Two-sided p value of a z score. */
export function normalTwoSided(z: number): number {
  return erfc(Math.abs(z) / Math.SQRT2);
}

function normalDensity(z: number): number {
  return Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
}

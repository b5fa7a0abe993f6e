import { requireRange } from "../argument-checks.ts";
import { normalQuantile, normalTwoSided } from "../numeric/normal.ts";
import { type Comparison, USUAL_ALPHA } from "./comparison.ts";

/** Number of successes among n users. */
export interface Proportion {
  successes: number;
  n: number;
}

/**
 * Score interval of a proportion. Stays inside [0, 1] and is valid for 0 and n successes.
 *
 * @param alpha  probability that the interval misses the true value, in (0, 1)
 * @returns      0 to 1 if n is 0
 * @throws RangeError  successes outside 0..n
 *
 * Source: Wilson (1927).
 */
export function wilson(
  { successes, n }: Proportion,
  alpha = USUAL_ALPHA,
): { low: number; high: number } {
  requireProportion({ successes, n });
  if (n === 0) return { low: 0, high: 1 };
  const z = normalQuantile(1 - alpha / 2);
  const rate = successes / n;
  const spread = z * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n));
  const center = rate + (z * z) / (2 * n);
  const scale = 1 + (z * z) / n;
  return {
    low: successes === 0 ? 0 : Math.max(0, (center - spread) / scale),
    high: successes === n ? 1 : Math.min(1, (center + spread) / scale),
  };
}

/**
 * Interval of the difference of two proportions, treatment minus control, from their score
 * intervals.
 *
 * @returns  inside [−1, 1]; exactly [−1, 1] if an arm is empty
 *
 * Source: Newcombe (1998), method 10.
 */
export function newcombe(
  control: Proportion,
  treatment: Proportion,
  alpha = USUAL_ALPHA,
): { diff: number; low: number; high: number } {
  const [before, after] = [wilson(control, alpha), wilson(treatment, alpha)];
  if (control.n === 0 || treatment.n === 0) return { diff: 0, low: -1, high: 1 };
  const [p0, p1] = [control.successes / control.n, treatment.successes / treatment.n];
  return {
    diff: p1 - p0,
    low: p1 - p0 - Math.hypot(p1 - after.low, before.high - p0),
    high: p1 - p0 + Math.hypot(after.high - p1, p0 - before.low),
  };
}

/**
 * Pooled z test of two proportions with Newcombe's interval.
 *
 * @returns  null if an arm is empty
 */
export function twoProportionTest(
  control: Proportion,
  treatment: Proportion,
  alpha = USUAL_ALPHA,
): Comparison | null {
  const interval = newcombe(control, treatment, alpha);
  if (control.n === 0 || treatment.n === 0) return null;
  const pooled = (control.successes + treatment.successes) / (control.n + treatment.n);
  const standardError = Math.sqrt(pooled * (1 - pooled) * (1 / control.n + 1 / treatment.n));
  // Only successes or only failures: the arms are equal, and z would divide by 0.
  const pValue = standardError === 0 ? 1 : normalTwoSided(interval.diff / standardError);
  return { ...interval, standardError, pValue };
}

function requireProportion({ successes, n }: Proportion): void {
  requireRange("n", n, n >= 0, "≥ 0");
  requireRange("successes", successes, successes >= 0 && successes <= n, "from 0 to n");
}

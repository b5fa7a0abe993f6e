import { studentCritical } from "../numeric/beta.ts";
import { USUAL_ALPHA } from "./comparison.ts";
import type { MeanStats } from "./mean.ts";
import { wilson, type Proportion } from "./proportion.ts";

export interface Interval {
  low: number;
  high: number;
}

/**
 * Confidence interval of one arm's value: Wilson's for a proportion, Student's for a mean.
 *
 * @param alpha  probability that the interval misses the true value, in (0, 1)
 * @returns      null while the arm has too few users: none for a proportion, one for a mean
 */
export function armInterval(arm: Proportion | MeanStats, alpha = USUAL_ALPHA): Interval | null {
  if ("successes" in arm) return arm.n === 0 ? null : wilson(arm, alpha);
  if (arm.n < 2) return null;
  const margin = studentCritical(alpha, arm.n - 1) * Math.sqrt(arm.variance / arm.n);
  return { low: arm.mean - margin, high: arm.mean + margin };
}

/** A difference between two arms, treatment minus control, with its uncertainty. */
export interface Comparison {
  diff: number;
  /** Bounds of the two-sided confidence interval at the requested level. */
  low: number;
  high: number;
  /** Standard error of `diff` used by the test. */
  standardError: number;
  /** Two-sided. */
  pValue: number;
}

/** Default significance level. */
export const USUAL_ALPHA = 0.05;

/**
 * Tolerance when a difference is compared with a limit: in binary, 0.30 − 0.25 is slightly less
 * than 0.05, but the limit counts as reached.
 */
export const ROUNDING_SLACK = 1e-12;

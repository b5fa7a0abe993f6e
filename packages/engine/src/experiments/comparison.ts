/** A difference between two arms, treatment minus control, with its uncertainty. */
export interface Comparison {
  diff: number;
  /** Bounds of the two-sided interval at the level asked for. */
  low: number;
  high: number;
  /** Standard error of `diff` as the test used it. */
  standardError: number;
  /** Two-sided. */
  pValue: number;
}

/** Significance level where the caller names none. */
export const USUAL_ALPHA = 0.05;

/**
 * Tolerance when a difference is held against a limit: 0.30 − 0.25 falls just short of 0.05 in
 * binary, and a limit just reached counts as reached.
 */
export const ROUNDING_SLACK = 1e-12;

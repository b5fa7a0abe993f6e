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

/** The usual chance of crying wolf. */
export const USUAL_ALPHA = 0.05;

import type { AnswerCosts } from "../learner-state/learner-types.ts";

/** Weights fitted to one learner, or the refusal of a fit. */
export interface FittedWeights {
  weights: number[];
  accepted: boolean;
  /** Number of targets: later reviews of a word, after a night or more. */
  n: number;
  /** Mean log loss on the last fifth, with the current weights and with the fitted ones. */
  logLossBefore: number;
  logLossAfter: number;
  reason: string;
  /** Time that answers take the learner; absent: too few failures. */
  costs?: AnswerCosts;
}

export interface FitOptions {
  nowMs: number;
  /** Current weights of this learner; null: the population's. */
  current: number[] | null;
}

import { defineParameters } from "./define.ts";

/** The optimal-interval policy: its costs, grid and search. Opt-in. */
export const ssp = defineParameters({
  recallCost: {
    default: 3, min: 0.1, max: 600, unit: "s",
    note: "Time that a right answer takes.",
  },
  forgetCost: {
    default: 9, min: 0.1, max: 600, unit: "s",
    note: "Time that a wrong answer takes, relearning included.",
  },
  targetStabilityDays: {
    default: 360, min: 30, max: 3650, unit: "days",
    note: "Stability at which a word needs no more work.",
  },
  base: {
    default: 1.05, min: 1.01, max: 2, unit: "ratio",
    note: "Ratio between neighbouring points of the logarithmic grid.",
  },
  minIndex: {
    default: -30, min: -200, max: 0, unit: "exponent", kind: "integer",
    note: "Exponent of the smallest point of that grid.",
  },
  maxIndex: {
    default: 122, min: 1, max: 200, unit: "exponent", kind: "integer",
    note: "Exponent of the largest point of that grid.",
  },
  maxIterations: {
    default: 20_000, min: 1, max: 1_000_000, unit: "sweeps", kind: "integer",
    note: "Maximum number of passes of the solver.",
  },
  convergenceThreshold: {
    default: 0.01, min: 1e-6, max: 10, unit: "s",
    note: "The solver stops when no cost changes by more than this.",
  },
  discountFactor: {
    default: 1, min: 0.5, max: 1, unit: "factor",
    note: "Weight of the next review's cost relative to this one; 1 weights them equally.",
  },
  dualGridEnabled: {
    default: true,
    note: "Uses a linear grid where stability is large, so that steps stay fine.",
  },
  dualGridThresholdDays: {
    default: 10, min: 1, max: 365, unit: "days",
    note: "Stability from which the grid is linear.",
  },
  linearStepDays: {
    default: 5, min: 0.5, max: 60, unit: "days",
    note: "Step of the linear grid.",
  },
  rMin: {
    default: 0.7, min: 0.3, max: 0.98, unit: "probability",
    note: "Minimum recall the policy may aim for.",
  },
  rMax: {
    default: 0.99, min: 0.31, max: 0.995, unit: "probability",
    note: "Maximum recall the policy may aim for.",
  },
  rStep: {
    default: 0.01, min: 0.001, max: 0.2, unit: "probability",
    note: "Step between the recalls the policy chooses from.",
  },
  costParams: {
    recallSCoeff: {
      default: 0, min: -2, max: 2, unit: "per ln day",
      note: "How stability changes the time of a success; 0 switches it off.",
    },
    recallDCoeff: {
      default: 0, min: -2, max: 2, unit: "none",
      note: "How difficulty changes the time of a success; 0 switches it off.",
    },
    forgetSCoeff: {
      default: 0, min: -2, max: 2, unit: "per ln day",
      note: "How stability changes the time of a failure; 0 switches it off.",
    },
    forgetDCoeff: {
      default: 0, min: -2, max: 2, unit: "none",
      note: "How difficulty changes the time of a failure; 0 switches it off.",
    },
  },
  reviewRatingProbs: [
    {
      default: 0.224, min: 0, max: 1, unit: "probability",
      note: "How often a success is hard.",
    },
    {
      default: 0.631, min: 0, max: 1, unit: "probability",
      note: "How often a success is good.",
    },
    {
      default: 0.145, min: 0, max: 1, unit: "probability",
      note: "How often a success is easy.",
    },
  ],
});

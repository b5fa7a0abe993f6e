import { defineParameters } from "./define.ts";

/** The optimal-interval policy: its costs, grid and search. Opt-in. */
export const ssp = defineParameters({
  recallCost: {
    default: 3, min: 0.1, max: 600, unit: "s",
    note: "Time that a remembered word takes.",
  },
  forgetCost: {
    default: 9, min: 0.1, max: 600, unit: "s",
    note: "Time that a forgotten word takes, relearning included.",
  },
  targetStabilityDays: {
    default: 360, min: 30, max: 3650, unit: "days",
    note: "With this stability a word needs no more work.",
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
    note: "The solver gives up after so many passes.",
  },
  convergenceThreshold: {
    default: 0.01, min: 1e-6, max: 10, unit: "s",
    note: "The solver is done when no cost changes by more than this.",
  },
  discountFactor: {
    default: 1, min: 0.5, max: 1, unit: "factor",
    note: "What the cost of the next review weighs against this one; 1 the same.",
  },
  dualGridEnabled: {
    default: true,
    note: "Uses even steps where stability is large, so that they do not become too coarse.",
  },
  dualGridThresholdDays: {
    default: 10, min: 1, max: 365, unit: "days",
    note: "Where the even steps begin.",
  },
  linearStepDays: {
    default: 5, min: 0.5, max: 60, unit: "days",
    note: "Width of an even step.",
  },
  rMin: {
    default: 0.7, min: 0.3, max: 0.98, unit: "probability",
    note: "Lowest recall the policy may wait for.",
  },
  rMax: {
    default: 0.99, min: 0.31, max: 0.995, unit: "probability",
    note: "Highest recall the policy may insist on.",
  },
  rStep: {
    default: 0.01, min: 0.001, max: 0.2, unit: "probability",
    note: "How finely the policy chooses between them.",
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
      note: "How often a success is laborious.",
    },
    {
      default: 0.631, min: 0, max: 1, unit: "probability",
      note: "How often a success is sound.",
    },
    {
      default: 0.145, min: 0, max: 1, unit: "probability",
      note: "How often a success is effortless.",
    },
  ],
});

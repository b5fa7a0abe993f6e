import { defineParameters } from "./define.ts";

/** Weights of the strategy voters. */
export const ensemble = defineParameters({
  baseWeightHeuristic: {
    default: 0.35, min: 0.01, max: 1, unit: "share",
    note: "Weight of the rules before any voter has earned trust.",
  },
  baseWeightIge: {
    default: 0.4, min: 0.01, max: 1, unit: "share",
    note: "Weight of the bandit before any voter has earned trust.",
  },
  baseWeightSwd: {
    default: 0.25, min: 0.01, max: 1, unit: "share",
    note: "Weight of the history voter before any voter has earned trust.",
  },
  warmupSamples: {
    default: 20, min: 1, max: 1000, unit: "batches", kind: "integer",
    note: "Credited batches before trust has any influence.",
  },
  blendScale: {
    default: 100, min: 1, max: 1000, unit: "batches",
    note: "How slowly trust gains influence; at this count it would hold all of the weight.",
  },
  blendMax: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "Maximum share of a weight that trust decides.",
  },
  minWeight: {
    default: 0.15, min: 0, max: 0.33, unit: "share",
    note: "Minimum weight of a voter before normalisation.",
  },
  warmupHeuristicBoost: {
    default: 0.1, min: 0, max: 1, unit: "share",
    note: "Bonus weight of the rules while the other voters still learn.",
  },
});

/** The voter that follows fixed rules. */
export const heuristic = defineParameters({
  coldStartEventThreshold: {
    default: 10, min: 0, max: 200, unit: "answers", kind: "integer",
    note: "Number of answers for which a learner gets the beginner's strategy.",
  },
  coldStartDifficulty: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Difficulty for beginners.",
  },
  coldStartBatchSize: {
    default: 5, min: 1, max: 50, unit: "words", kind: "integer",
    note: "Batch size for beginners.",
  },
  coldStartNewRatio: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "Share of new words for beginners.",
  },
  accuracySpeedDifficultyBoost: {
    default: 0.1, min: 0, max: 0.5, unit: "none",
    note: "Increase of difficulty when answers are fast and better than the target.",
  },
  lowAccuracyDifficultyDrop: {
    default: 0.15, min: 0, max: 0.5, unit: "none",
    note: "Decrease of difficulty when accuracy is below the target.",
  },
  lowAccuracyRatioDrop: {
    default: 0.1, min: 0, max: 0.5, unit: "share",
    note: "Decrease of the share of new words in the same case.",
  },
  confidenceBase: {
    default: 0.7, min: 0.05, max: 1, unit: "none",
    note: "Initial confidence of the rules.",
  },
  confidenceDecayScale: {
    default: 500, min: 10, max: 10_000, unit: "answers",
    note: "Answers after which the rules' confidence has halved.",
  },
  targetSuccess: {
    default: 0.83, min: 0.5, max: 0.98, unit: "probability",
    note: "Target share of right answers.",
  },
});

/** The voter that learns by trying: a contextual bandit. */
export const ige = defineParameters({
  ucbConfidenceCoeff: {
    default: 1, min: 0, max: 10, unit: "none",
    note: "How strongly the bandit explores uncertain choices; 0 never.",
  },
  difficultyBinCount: {
    default: 5, min: 2, max: 20, unit: "levels", kind: "integer",
    note: "Number of difficulty levels of the bandit.",
  },
  ratioBinCount: {
    default: 4, min: 2, max: 16, unit: "levels", kind: "integer",
    note: "Number of levels of the share of new words of the bandit.",
  },
  intervalScaleSpread: {
    default: 0.1, min: 0, max: 0.3, unit: "factor",
    note: "How far from 1 the bandit may stretch or shrink intervals.",
  },
  priorPrecision: {
    default: 4, min: 0.1, max: 100, unit: "batches",
    note: "Weight of the bandit's neutral prior, in batches.",
  },
  memoryFactor: {
    default: 0.995, min: 0.9, max: 1, unit: "per batch",
    note: "Share of the old evidence kept with every new batch; 1 forgets nothing.",
  },
});

/** The voter that repeats what worked in similar states. */
export const swd = defineParameters({
  maxHistorySize: {
    default: 200, min: 10, max: 2000, unit: "entries", kind: "integer",
    note: "Number of batches remembered.",
  },
  historyFilterThreshold: {
    default: -0.5, min: -1, max: 1, unit: "reward",
    note: "Batches that earned no more than this are not repeated.",
  },
  fallbackConfidence: {
    default: 0.2, min: 0.01, max: 1, unit: "none",
    note: "Confidence of the history voter without history.",
  },
  halfLifeDays: {
    default: 14, min: 0.5, max: 365, unit: "days",
    note: "Age at which a batch has lost half of its weight.",
  },
  bandwidth: {
    default: 0.25, min: 0.02, max: 2, unit: "none",
    note: "Distance within which two states count as similar.",
  },
});

/** How and when a strategy is credited. */
export const credit = defineParameters({
  horizonDays: {
    default: 7, min: 0.5, max: 60, unit: "days",
    note: "A batch is credited after this time even if reviews are missing.",
  },
  reviewShare: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "Share of the credit decided by later reviews; the session itself decides the rest.",
  },
});

import { defineParameters } from "./define.ts";

/** How the proposals of the strategy voters are weighed. */
export const ensemble = defineParameters({
  baseWeightHeuristic: {
    default: 0.35, min: 0.01, max: 1, unit: "share",
    note: "What the rules weigh before any voter has earned trust.",
  },
  baseWeightIge: {
    default: 0.4, min: 0.01, max: 1, unit: "share",
    note: "What the bandit weighs before any voter has earned trust.",
  },
  baseWeightSwd: {
    default: 0.25, min: 0.01, max: 1, unit: "share",
    note: "What the history voter weighs before any voter has earned trust.",
  },
  warmupSamples: {
    default: 20, min: 1, max: 1000, unit: "batches", kind: "integer",
    note: "Trust has no say until this many batches have been credited.",
  },
  blendScale: {
    default: 100, min: 1, max: 1000, unit: "batches",
    note: "How slowly trust gains influence; at this count it would hold all of the weight.",
  },
  blendMax: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "Trust never decides more than this part of a weight.",
  },
  minWeight: {
    default: 0.15, min: 0, max: 0.33, unit: "share",
    note: "No voter falls below this before the weights are normalised.",
  },
  warmupHeuristicBoost: {
    default: 0.1, min: 0, max: 1, unit: "share",
    note: "Head start of the rules while the other voters still learn.",
  },
});

/** The voter that follows fixed rules. */
export const heuristic = defineParameters({
  coldStartEventThreshold: {
    default: 10, min: 0, max: 200, unit: "answers", kind: "integer",
    note: "For so many answers a learner gets the beginner's strategy.",
  },
  coldStartDifficulty: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "How hard beginners start.",
  },
  coldStartBatchSize: {
    default: 5, min: 1, max: 50, unit: "words", kind: "integer",
    note: "How many words beginners get at a time.",
  },
  coldStartNewRatio: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "How many of a beginner's words are new.",
  },
  accuracySpeedDifficultyBoost: {
    default: 0.1, min: 0, max: 0.5, unit: "none",
    note: "Step up when answers are both fast and better than aimed for.",
  },
  lowAccuracyDifficultyDrop: {
    default: 0.15, min: 0, max: 0.5, unit: "none",
    note: "Step down when fewer answers are right than aimed for.",
  },
  lowAccuracyRatioDrop: {
    default: 0.1, min: 0, max: 0.5, unit: "share",
    note: "Cut of new words in the same case.",
  },
  confidenceBase: {
    default: 0.7, min: 0.05, max: 1, unit: "none",
    note: "How firmly the rules speak at the very start.",
  },
  confidenceDecayScale: {
    default: 500, min: 10, max: 10_000, unit: "answers",
    note: "By so many answers the rules speak half as firmly.",
  },
  targetSuccess: {
    default: 0.83, min: 0.5, max: 0.98, unit: "probability",
    note: "Part of the answers that should be right in a good session.",
  },
});

/** The voter that learns by trying: a contextual bandit. */
export const ige = defineParameters({
  ucbConfidenceCoeff: {
    default: 1, min: 0, max: 10, unit: "none",
    note: "How boldly the bandit tries what it knows little about; 0 never.",
  },
  difficultyBinCount: {
    default: 5, min: 2, max: 20, unit: "levels", kind: "integer",
    note: "How finely the bandit divides difficulty.",
  },
  ratioBinCount: {
    default: 4, min: 2, max: 16, unit: "levels", kind: "integer",
    note: "How finely the bandit divides the share of new words.",
  },
  intervalScaleSpread: {
    default: 0.1, min: 0, max: 0.3, unit: "factor",
    note: "How far from 1 the bandit may stretch or shrink intervals.",
  },
  priorPrecision: {
    default: 4, min: 0.1, max: 100, unit: "batches",
    note: "Batches of evidence that the neutral start is worth.",
  },
  memoryFactor: {
    default: 0.995, min: 0.9, max: 1, unit: "per batch",
    note: "Part of the old evidence kept with every new batch; 1 forgets nothing.",
  },
});

/** The voter that remembers: what paid off in a similar state. */
export const swd = defineParameters({
  maxHistorySize: {
    default: 200, min: 10, max: 2000, unit: "entries", kind: "integer",
    note: "How many batches are remembered before the oldest go.",
  },
  historyFilterThreshold: {
    default: -0.5, min: -1, max: 1, unit: "reward",
    note: "Batches that earned no more than this are not repeated.",
  },
  fallbackConfidence: {
    default: 0.2, min: 0.01, max: 1, unit: "none",
    note: "How firmly the history voter speaks without a past.",
  },
  halfLifeDays: {
    default: 14, min: 0.5, max: 365, unit: "days",
    note: "Age at which a batch has lost half of its vote.",
  },
  bandwidth: {
    default: 0.25, min: 0.02, max: 2, unit: "none",
    note: "How different two states may be and still count as alike.",
  },
});

/** When and by what a strategy is judged. */
export const credit = defineParameters({
  horizonDays: {
    default: 7, min: 0.5, max: 60, unit: "days",
    note: "A batch is credited after this time even if reviews are missing.",
  },
  reviewShare: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "How much the later reviews decide the credit; the session itself decides the rest.",
  },
});

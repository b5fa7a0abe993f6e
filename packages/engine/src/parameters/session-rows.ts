import { defineParameters } from "./define.ts";

/** Hard limits on the strategy. */
export const constraints = defineParameters({
  highFatigueThreshold: {
    default: 0.9, min: 0, max: 1, unit: "none",
    note: "Fatigue beyond which the three caps for tired learners apply.",
  },
  lowAttentionThreshold: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Attention below which no new words are given.",
  },
  lowMotivationThreshold: {
    default: -0.5, min: -1, max: 1, unit: "none",
    note: "Motivation below which sessions become easier and bring fewer new words.",
  },
  maxBatchSizeWhenFatigued: {
    default: 5, min: 1, max: 50, unit: "words", kind: "integer",
    note: "Maximum batch size for a tired learner.",
  },
  maxNewRatioWhenFatigued: {
    default: 0.2, min: 0, max: 1, unit: "share",
    note: "Maximum share of new words for a tired learner.",
  },
  maxDifficultyWhenFatigued: {
    default: 0.55, min: 0, max: 1, unit: "none",
    note: "Maximum difficulty for a tired learner.",
  },
  lowMotivationDifficultyDrop: {
    default: 0.1, min: 0, max: 1, unit: "none",
    note: "Reduction of difficulty for a learner with low motivation.",
  },
  lowMotivationRatioDrop: {
    default: 0.1, min: 0, max: 1, unit: "share",
    note: "Reduction of the share of new words for such a learner.",
  },
  minDifficulty: {
    default: 0.1, min: 0, max: 1, unit: "none",
    note: "Minimum difficulty after such a reduction.",
  },
});

/** Cold-start phases of a new learner. */
export const coldStart = defineParameters({
  classifyToExploreEvents: {
    default: 20, min: 1, max: 200, unit: "answers", kind: "integer",
    note: "Answers after which the Classify phase ends at the latest.",
  },
  classifyToExploreConfidence: {
    default: 0.6, min: 0.05, max: 1, unit: "none",
    note: "Certainty about ability that ends the Classify phase early.",
  },
  exploreToExploitEvents: {
    default: 80, min: 1, max: 500, unit: "answers", kind: "integer",
    note: "Answers after which the Explore phase ends at the latest.",
  },
  abilityPriorSd: {
    default: 250, min: 50, max: 800, unit: "rating",
    note: "Spread of newcomers' ability; certainty is measured against it.",
  },
});

/** Thresholds of interventions. */
export const intervention = defineParameters({
  fatigueAlertThreshold: {
    default: 0.7, min: 0, max: 1, unit: "none",
    note: "Fatigue above which a rest is suggested.",
  },
  motivationAlertThreshold: {
    default: -0.3, min: -1, max: 1, unit: "none",
    note: "Motivation below which the learner is encouraged.",
  },
  attentionAlertThreshold: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Attention below which the learner is asked to focus.",
  },
});

/** Adjustments of the strategy requested by the client. */
export const learningStrategy = defineParameters({
  crossSessionHighAccuracy: {
    default: 0.8, min: 0, max: 1, unit: "share",
    note: "Accuracy from which the last session counts as good.",
  },
  crossSessionMediumAccuracy: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "Accuracy from which the last session counts as fair.",
  },
  crossSessionHighDifficulty: {
    default: 0.6, min: 0, max: 1, unit: "none",
    note: "Starting difficulty after a good session.",
  },
  crossSessionMediumDifficulty: {
    default: 0.5, min: 0, max: 1, unit: "none",
    note: "Starting difficulty after a fair session.",
  },
  crossSessionLowDifficulty: {
    default: 0.35, min: 0, max: 1, unit: "none",
    note: "Starting difficulty after a bad session.",
  },
  sessionBoostAccuracy: {
    default: 0.8, min: 0, max: 1, unit: "share",
    note: "Recent accuracy from which the session gets harder.",
  },
  sessionDropAccuracy: {
    default: 0.4, min: 0, max: 1, unit: "share",
    note: "Recent accuracy up to which the session gets easier.",
  },
  difficultyBoostStep: {
    default: 0.1, min: 0, max: 0.5, unit: "none",
    note: "Increase of difficulty in that case.",
  },
  difficultyDropStep: {
    default: 0.15, min: 0, max: 0.5, unit: "none",
    note: "Decrease of difficulty in that case.",
  },
  ratioBoostStep: {
    default: 0.15, min: 0, max: 0.5, unit: "share",
    note: "Increase of the share of new words when all goes well.",
  },
  ratioDropStep: {
    default: 0.15, min: 0, max: 0.5, unit: "share",
    note: "Decrease of the share of new words when it does not.",
  },
  sprintMasteryRatio: {
    default: 0.8, min: 0, max: 1, unit: "share",
    note: "Share of the goal reached at which the final sprint begins.",
  },
  sprintNewRatio: {
    default: 0.9, min: 0, max: 1, unit: "share",
    note: "Share of new words in the sprint.",
  },
  fatigueBatchScale: {
    default: 0.7, min: 0.1, max: 1, unit: "factor",
    note: "Shortens batches, to no less than three, for learners reported tired or distracted.",
  },
  fatigueDifficultyDrop: {
    default: 0.15, min: 0, max: 0.5, unit: "none",
    note: "Decrease of difficulty in the same case.",
  },
});

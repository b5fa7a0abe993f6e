import { defineParameters } from "./define.ts";

/** Limits that no proposal may pass. */
export const constraints = defineParameters({
  highFatigueThreshold: {
    default: 0.9, min: 0, max: 1, unit: "none",
    note: "Beyond this tiredness the three caps for tired learners apply.",
  },
  lowAttentionThreshold: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "With less attention no new words are given.",
  },
  lowMotivationThreshold: {
    default: -0.5, min: -1, max: 1, unit: "none",
    note: "With less motivation sessions become easier and bring fewer new words.",
  },
  maxBatchSizeWhenFatigued: {
    default: 5, min: 1, max: 50, unit: "words", kind: "integer",
    note: "Longest batch for a tired learner.",
  },
  maxNewRatioWhenFatigued: {
    default: 0.2, min: 0, max: 1, unit: "share",
    note: "Most new words for a tired learner.",
  },
  maxDifficultyWhenFatigued: {
    default: 0.55, min: 0, max: 1, unit: "none",
    note: "Hardest level for a tired learner.",
  },
  lowMotivationDifficultyDrop: {
    default: 0.1, min: 0, max: 1, unit: "none",
    note: "How much easier it gets for a learner without drive.",
  },
  lowMotivationRatioDrop: {
    default: 0.1, min: 0, max: 1, unit: "share",
    note: "How many fewer new words such a learner gets.",
  },
  minDifficulty: {
    default: 0.1, min: 0, max: 1, unit: "none",
    note: "No drop goes below this level.",
  },
});

/** How long a learner counts as new. */
export const coldStart = defineParameters({
  classifyToExploreEvents: {
    default: 20, min: 1, max: 200, unit: "answers", kind: "integer",
    note: "Placing a newcomer never takes longer than this.",
  },
  classifyToExploreConfidence: {
    default: 0.6, min: 0.05, max: 1, unit: "none",
    note: "Placing ends early once ability is known this well.",
  },
  exploreToExploitEvents: {
    default: 80, min: 1, max: 500, unit: "answers", kind: "integer",
    note: "Trying things out never takes longer than this.",
  },
  abilityPriorSd: {
    default: 250, min: 50, max: 800, unit: "rating",
    note: "How much newcomers differ in ability; certainty is measured against it.",
  },
});

/** When the learner is given a hint. */
export const intervention = defineParameters({
  fatigueAlertThreshold: {
    default: 0.7, min: 0, max: 1, unit: "none",
    note: "Above this tiredness a rest is suggested.",
  },
  motivationAlertThreshold: {
    default: -0.3, min: -1, max: 1, unit: "none",
    note: "Below this motivation the learner is cheered on.",
  },
  attentionAlertThreshold: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Below this attention the learner is asked to focus.",
  },
});

/** How a session changes when the client asks for it. */
export const learningStrategy = defineParameters({
  crossSessionHighAccuracy: {
    default: 0.8, min: 0, max: 1, unit: "share",
    note: "From here on the last session went well.",
  },
  crossSessionMediumAccuracy: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "From here on the last session went fairly.",
  },
  crossSessionHighDifficulty: {
    default: 0.6, min: 0, max: 1, unit: "none",
    note: "How hard to start after a session that went well.",
  },
  crossSessionMediumDifficulty: {
    default: 0.5, min: 0, max: 1, unit: "none",
    note: "How hard to start after a session that went fairly.",
  },
  crossSessionLowDifficulty: {
    default: 0.35, min: 0, max: 1, unit: "none",
    note: "How hard to start after a session that went badly.",
  },
  sessionBoostAccuracy: {
    default: 0.8, min: 0, max: 1, unit: "share",
    note: "Latest answers as good as this make the session harder.",
  },
  sessionDropAccuracy: {
    default: 0.4, min: 0, max: 1, unit: "share",
    note: "Latest answers as bad as this make the session easier.",
  },
  difficultyBoostStep: {
    default: 0.1, min: 0, max: 0.5, unit: "none",
    note: "How much harder it then gets.",
  },
  difficultyDropStep: {
    default: 0.15, min: 0, max: 0.5, unit: "none",
    note: "How much easier it then gets.",
  },
  ratioBoostStep: {
    default: 0.15, min: 0, max: 0.5, unit: "share",
    note: "How many more new words come when all goes well.",
  },
  ratioDropStep: {
    default: 0.15, min: 0, max: 0.5, unit: "share",
    note: "How many fewer new words come when it does not.",
  },
  sprintMasteryRatio: {
    default: 0.8, min: 0, max: 1, unit: "share",
    note: "Part of the goal reached with which the final sprint begins.",
  },
  sprintNewRatio: {
    default: 0.9, min: 0, max: 1, unit: "share",
    note: "How many words are new in the sprint.",
  },
  fatigueBatchScale: {
    default: 0.7, min: 0.1, max: 1, unit: "factor",
    note: "Shortens batches, never below three, when the app reports a learner in poor shape.",
  },
  fatigueDifficultyDrop: {
    default: 0.15, min: 0, max: 0.5, unit: "none",
    note: "How much easier it gets in the same case.",
  },
});

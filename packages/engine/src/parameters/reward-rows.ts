import { defineParameters } from "./define.ts";

/** Objectives of a session. Only the proportions matter; the sum is normalized. */
export const objectiveWeights = defineParameters({
  retention: {
    default: 0.35, min: 0, max: 1, unit: "weight",
    note: "Weight of recall at the next review.",
  },
  accuracy: {
    default: 0.25, min: 0, max: 1, unit: "weight",
    note: "Weight of right answers.",
  },
  speed: {
    default: 0.15, min: 0, max: 1, unit: "weight",
    note: "Weight of quick answers.",
  },
  fatigue: {
    default: 0.15, min: 0, max: 1, unit: "weight",
    note: "Weight of the learner's fatigue, counted against a session.",
  },
  frustration: {
    default: 0.1, min: 0, max: 1, unit: "weight",
    note: "Weight of the learner's frustration, counted against a session.",
  },
});

/** Reward and penalties of one answer. */
export const reward = defineParameters({
  speedRewardScale: {
    default: 0.5, min: 0, max: 1, unit: "none",
    note: "Maximum bonus for a quick right answer.",
  },
  fatiguePenaltyThreshold: {
    default: 0.7, min: 0, max: 1, unit: "none",
    note: "Fatigue up to this costs nothing.",
  },
  fatiguePenaltyScale: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Penalty for fatigue beyond the threshold.",
  },
  frustrationPenaltyThreshold: {
    default: -0.3, min: -1, max: 0, unit: "none",
    note: "Motivation down to this costs nothing.",
  },
  frustrationPenaltyScale: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "Penalty for motivation below the threshold.",
  },
  expectedForgetCostWeight: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Penalty for the forgetting expected before the next review.",
  },
  accuracyScale: {
    default: 0.5, min: 0.05, max: 1, unit: "none",
    note: "Reward for a right answer without help.",
  },
  wrongPenalty: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "Penalty for a wrong answer.",
  },
  rapidGuessPenalty: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "Additional penalty for a wrong answer too fast to have read the word.",
  },
});

import { defineParameters } from "./define.ts";

/** What a session is for. Only the proportions matter; readers divide by the sum. */
export const objectiveWeights = defineParameters({
  retention: {
    default: 0.35, min: 0, max: 1, unit: "weight",
    note: "How much recall at the next review matters.",
  },
  accuracy: {
    default: 0.25, min: 0, max: 1, unit: "weight",
    note: "How much right answers matter.",
  },
  speed: {
    default: 0.15, min: 0, max: 1, unit: "weight",
    note: "How much quick answers matter.",
  },
  fatigue: {
    default: 0.15, min: 0, max: 1, unit: "weight",
    note: "How much tiring the learner counts against a session.",
  },
  frustration: {
    default: 0.1, min: 0, max: 1, unit: "weight",
    note: "How much discouraging the learner counts against a session.",
  },
});

/** What one answer earns or costs. */
export const reward = defineParameters({
  speedRewardScale: {
    default: 0.5, min: 0, max: 1, unit: "none",
    note: "The most that a quick right answer can add.",
  },
  fatiguePenaltyThreshold: {
    default: 0.7, min: 0, max: 1, unit: "none",
    note: "Tiredness up to here is free.",
  },
  fatiguePenaltyScale: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Price of tiredness beyond the threshold.",
  },
  frustrationPenaltyThreshold: {
    default: -0.3, min: -1, max: 0, unit: "none",
    note: "Motivation down to here is free.",
  },
  frustrationPenaltyScale: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "Price of motivation below the threshold.",
  },
  expectedForgetCostWeight: {
    default: 0.3, min: 0, max: 1, unit: "none",
    note: "Price of the forgetting still expected before the next review.",
  },
  accuracyScale: {
    default: 0.5, min: 0.05, max: 1, unit: "none",
    note: "What a right answer without help earns.",
  },
  wrongPenalty: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "What a wrong answer costs.",
  },
  rapidGuessPenalty: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "What a wrong answer costs on top when the word cannot have been read.",
  },
});

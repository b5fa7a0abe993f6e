import { defineParameters } from "./define.ts";

/** Selection of the next words. */
export const wordSelector = defineParameters({
  reviewUcbWeight: {
    default: 0.12, min: 0, max: 2, unit: "none",
    note: "Weight of the uncertainty about a word's recall.",
  },
  reviewUcbMaxBonus: {
    default: 0.35, min: 0, max: 2, unit: "none",
    note: "Maximum bonus for uncertainty.",
  },
  newWordGaussianSigma: {
    default: 0.3, min: 0.02, max: 2, unit: "none",
    note: "Spread around the target difficulty of new words.",
  },
  errorProneBonus: {
    default: 0.3, min: 0, max: 2, unit: "none",
    note: "Bonus for a word failed in this session.",
  },
  recentlyMasteredBonus: {
    default: 0.15, min: 0, max: 2, unit: "none",
    note: "Bonus for a recently mastered word whose recall is not yet stable.",
  },
  recallMasteredThreshold: {
    default: 0.7, min: 0.05, max: 1, unit: "probability",
    note: "Mastered words with at least this recall come last.",
  },
  sigmoidSteepness: {
    default: 8, min: 0.5, max: 50, unit: "per unit of recall",
    note: "Steepness with which the risk bonus sets in.",
  },
  spacingCooldownSecs: {
    default: 300, min: 1, max: 86_400, unit: "s",
    note: "Time constant with which a word just asked regains its score.",
  },
  confusionIsolationDampen: {
    default: 1, min: 0, max: 1, unit: "factor",
    note: "Factor on the score of a word beside a look-alike; 1 leaves it unchanged.",
  },
  confusionMinScore: {
    default: 0.5, min: 0, max: 1, unit: "similarity",
    note: "Similarity from which two words are look-alikes.",
  },
  horizonDays: {
    default: 30, min: 1, max: 365, unit: "days",
    note: "How many days ahead the benefit of a review counts.",
  },
  dueWeight: {
    default: 1, min: 0, max: 10, unit: "none",
    note: "Weight of a word's being due.",
  },
  masteredDueShare: {
    default: 0.2, min: 0, max: 1, unit: "share",
    note: "Maximum share of due mastered words among the reviews.",
  },
  errorRepeatGap: {
    default: 3, min: 0, max: 50, unit: "questions", kind: "integer",
    note: "Questions asked before a failed word returns.",
  },
  failureTimeFactor: {
    default: 1.5, min: 1, max: 10, unit: "factor",
    note: "How much longer a failed question takes than a right one.",
  },
  answerOverheadSecs: {
    default: 3, min: 0, max: 60, unit: "s",
    note: "Overhead per question for reading and waiting.",
  },
});

import { defineParameters } from "./define.ts";

/** Which words come next. */
export const wordSelector = defineParameters({
  reviewUcbWeight: {
    default: 0.12, min: 0, max: 2, unit: "none",
    note: "How much doubt about its recall recommends a word.",
  },
  reviewUcbMaxBonus: {
    default: 0.35, min: 0, max: 2, unit: "none",
    note: "Doubt never adds more than this.",
  },
  newWordGaussianSigma: {
    default: 0.3, min: 0.02, max: 2, unit: "none",
    note: "How far from the wanted difficulty a new word may be.",
  },
  errorProneBonus: {
    default: 0.3, min: 0, max: 2, unit: "none",
    note: "What a failure in this session adds.",
  },
  recentlyMasteredBonus: {
    default: 0.15, min: 0, max: 2, unit: "none",
    note: "What fresh mastery adds while recall is not yet firm.",
  },
  recallMasteredThreshold: {
    default: 0.7, min: 0.05, max: 1, unit: "probability",
    note: "Mastered words recalled this well are left in peace.",
  },
  sigmoidSteepness: {
    default: 8, min: 0.5, max: 50, unit: "per unit of recall",
    note: "How sharply the bonus for risk sets in.",
  },
  spacingCooldownSecs: {
    default: 300, min: 1, max: 86_400, unit: "s",
    note: "How slowly a word just asked becomes attractive again.",
  },
  confusionIsolationDampen: {
    default: 1, min: 0, max: 1, unit: "factor",
    note: "What is left of the score beside a look-alike; 1 leaves all.",
  },
  confusionMinScore: {
    default: 0.5, min: 0, max: 1, unit: "similarity",
    note: "Similarity from which two words are look-alikes.",
  },
  horizonDays: {
    default: 30, min: 1, max: 365, unit: "days",
    note: "How far ahead the benefit of a review is counted.",
  },
  dueWeight: {
    default: 1, min: 0, max: 10, unit: "none",
    note: "How much being due recommends a word.",
  },
  masteredDueShare: {
    default: 0.2, min: 0, max: 1, unit: "share",
    note: "Part of the reviews that mastered words may claim when due.",
  },
  errorRepeatGap: {
    default: 3, min: 0, max: 50, unit: "questions", kind: "integer",
    note: "Questions in between before a failed word returns.",
  },
  failureTimeFactor: {
    default: 1.5, min: 1, max: 10, unit: "factor",
    note: "How much longer a failed question takes than a right one.",
  },
  answerOverheadSecs: {
    default: 3, min: 0, max: 60, unit: "s",
    note: "Reading, waiting and turning pages, per question.",
  },
});

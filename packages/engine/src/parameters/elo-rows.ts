import { defineParameters } from "./define.ts";

/** Ratings of learners and words on one scale. */
export const elo = defineParameters({
  kFactor: {
    default: 32, min: 1, max: 200, unit: "rating",
    note: "How far one answer moves a rating at most, before the other factors.",
  },
  noviceKMultiplier: {
    default: 2, min: 0.5, max: 8, unit: "factor",
    note: "Newcomers' ratings move faster by this.",
  },
  noviceGameThreshold: {
    default: 30, min: 0, max: 500, unit: "games", kind: "integer",
    note: "Until this many answers a learner is a newcomer.",
  },
  defaultElo: {
    default: 1200, min: 0, max: 3000, unit: "rating",
    note: "Rating of a learner or a word nothing is known about.",
  },
  zpdOptimalOffset: {
    default: -265, min: -800, max: 400, unit: "rating",
    note: "Best gap from learner to new word; -265 means four of five answers right.",
  },
  zpdGaussianSigma: {
    default: 150, min: 10, max: 800, unit: "rating",
    note: "How far from the best gap a new word may lie before it loses appeal.",
  },
  minElo: {
    default: 400, min: -1000, max: 3000, unit: "rating",
    note: "No rating falls below it.",
  },
  maxElo: {
    default: 2400, min: 0, max: 5000, unit: "rating",
    note: "No rating rises above it.",
  },
  wordKFactorRatio: {
    default: 0.5, min: 0.01, max: 2, unit: "factor",
    note: "A word's rating moves by this part of the learner's step.",
  },
  kDynamicEnabled: {
    default: false,
    note: "Lets the step grow with a steady trend of surprises and shrink without one.",
  },
  kTrendWeight: {
    default: 0.3, min: 0.01, max: 1, unit: "per game",
    note: "How fast the trend of surprises follows the latest one.",
  },
  kTrendGain: {
    default: 1, min: 0, max: 10, unit: "factor",
    note: "How strongly a trend enlarges the step.",
  },
  kTrendDamp: {
    default: 0.2, min: 0, max: 0.95, unit: "factor",
    note: "How much the step shrinks when there is no trend.",
  },
  kMinFactor: {
    default: 0.5, min: 0.05, max: 1, unit: "factor",
    note: "The adapted step never falls below this part of the normal one.",
  },
  kMaxFactor: {
    default: 2, min: 1, max: 10, unit: "factor",
    note: "The adapted step never exceeds this multiple of the normal one.",
  },
  parallelEloEnabled: {
    default: false,
    note: "Chooses words by an older copy of their rating, so that one answer cannot feed back.",
  },
  parallelEloRefreshGames: {
    default: 8, min: 1, max: 1000, unit: "games", kind: "integer",
    note: "How often that copy is renewed.",
  },
  memoryBlend: {
    default: 0.7, min: 0, max: 1, unit: "share",
    note: "For a known word, how much the expectation rests on memory and not on ratings.",
  },
  evidenceFloor: {
    default: 0.1, min: 0, max: 1, unit: "share",
    note: "An answer that was nearly certain beforehand still counts for this much.",
  },
});

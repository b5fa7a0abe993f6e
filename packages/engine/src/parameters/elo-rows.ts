import { defineParameters } from "./define.ts";

/** Ratings of learners and words on one scale. */
export const elo = defineParameters({
  kFactor: {
    default: 32, min: 1, max: 200, unit: "rating",
    note: "Maximum rating change per answer, before the other factors.",
  },
  noviceKMultiplier: {
    default: 2, min: 0.5, max: 8, unit: "factor",
    note: "Factor by which newcomers' ratings move faster.",
  },
  noviceGameThreshold: {
    default: 30, min: 0, max: 500, unit: "games", kind: "integer",
    note: "Answers until a learner no longer counts as a newcomer.",
  },
  defaultElo: {
    default: 1200, min: 0, max: 3000, unit: "rating",
    note: "Initial rating of a learner or word.",
  },
  zpdOptimalOffset: {
    default: -265, min: -800, max: 400, unit: "rating",
    note: "Ideal gap from learner to new word; -265 means about four of five answers right.",
  },
  zpdGaussianSigma: {
    default: 150, min: 10, max: 800, unit: "rating",
    note: "Spread around the ideal gap within which new words are preferred.",
  },
  minElo: {
    default: 400, min: -1000, max: 3000, unit: "rating",
    note: "Minimum rating.",
  },
  maxElo: {
    default: 2400, min: 0, max: 5000, unit: "rating",
    note: "Maximum rating.",
  },
  wordKFactorRatio: {
    default: 0.5, min: 0.01, max: 2, unit: "factor",
    note: "A word's rating step as a share of the learner's.",
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
    note: "Answers after which that copy is refreshed.",
  },
  memoryBlend: {
    default: 0.7, min: 0, max: 1, unit: "share",
    note: "Weight of memory against ratings in the expected score of a known word.",
  },
  evidenceFloor: {
    default: 0.1, min: 0, max: 1, unit: "share",
    note: "Minimum weight of an answer whose outcome was nearly certain.",
  },
});

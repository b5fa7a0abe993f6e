import { defineParameters } from "./define.ts";

/** Short-term memory, within one day. */
export const shortTerm = defineParameters({
  bufferTauMinutes: {
    default: 10, min: 1, max: 1440, unit: "min",
    note: "Time constant with which the short-term memory of an answer decays.",
  },
  bufferLevelSuccess: {
    default: 0.97, min: 0.5, max: 1, unit: "probability",
    note: "Short-term memory right after a success, as a share of the missing recall.",
  },
  bufferLevelFailure: {
    default: 0.3, min: 0.2, max: 1, unit: "probability",
    note: "Short-term memory right after a failure whose answer was shown.",
  },
  encodeFirstSuccess: {
    default: 0.6, min: 0, max: 1, unit: "probability",
    note: "Trust in the same-day curve after a first success.",
  },
  encodeFirstFailure: {
    default: 0.1, min: 0, max: 1, unit: "probability",
    note: "Trust in the same-day curve after a first failure, once corrected.",
  },
  encodeLapse: {
    default: 0.1, min: 0, max: 1, unit: "probability",
    note: "Share of that trust that survives a lapse.",
  },
  tauGrowth: {
    default: 1.2, min: 1, max: 5, unit: "factor",
    note: "Factor by which each further success of the day slows that decay.",
  },
  encodeGain: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "Share of the missing trust that each such success adds.",
  },
});

/** How a success is graded by its answer time. */
export const grade = defineParameters({
  hardZ: {
    default: 1.2, min: 0, max: 4, unit: "sd",
    note: "Successes slower than this are hard.",
  },
  easyZ: {
    default: -1.5, min: -4, max: 0, unit: "sd",
    note: "Successes faster than this are easy.",
  },
  softness: {
    default: 0, min: 0, max: 1, unit: "sd",
    note: "Blurs the two boundaries between grades; 0 keeps them sharp.",
  },
});

/** How the learner's own answers correct the curve. */
export const correction = defineParameters({
  cap: {
    default: 1.5, min: 0, max: 4, unit: "logit",
    note: "Maximum shift of recall by the correction.",
  },
  priorSd: {
    default: 0.1, min: 0.01, max: 3, unit: "logit",
    note: "Prior spread of each coefficient between learners.",
  },
  biasPriorSd: {
    default: 1.5, min: 0.01, max: 3, unit: "logit",
    note: "Prior spread of overall recall between learners.",
  },
  slopeMin: {
    default: 0.5, min: 0.05, max: 1, unit: "factor",
    note: "Minimum share of its steepness that the corrected curve keeps.",
  },
  memoryFactor: {
    default: 0.9998, min: 0.95, max: 1, unit: "per answer",
    note: "Share of the old evidence kept with every new answer; 1 forgets nothing.",
  },
  binnedShare: {
    default: 0.3, min: 0, max: 1, unit: "share",
    note: "Share of the correction that comes from binned counts.",
  },
  weightLastTime: {
    default: -0.15, min: -2, max: 2, unit: "logit",
    note: "Prior effect of a slow last answer to the word on recall.",
  },
  weightRecentTime: {
    default: 0.1, min: -2, max: 2, unit: "logit",
    note: "Prior effect of three slow answers to the word on recall.",
  },
  weightLastWrong: {
    default: 0, min: -2, max: 2, unit: "logit",
    note: "Prior effect of a wrong last answer, beyond the curve.",
  },
  weightFailureShare: {
    default: -0.1, min: -2, max: 2, unit: "logit",
    note: "Prior effect of frequent failures of the word, beyond the curve.",
  },
  weightTodayAccuracy: {
    default: 0.1, min: -2, max: 2, unit: "logit",
    note: "Prior effect of a good day so far on recall.",
  },
  weightRecentAccuracy: {
    default: 0, min: -2, max: 2, unit: "logit",
    note: "Prior effect of recent accuracy on recall.",
  },
});

/** How weights are fitted to one learner. */
export const fit = defineParameters({
  minReviews: {
    default: 128, min: 4, max: 1000, unit: "reviews", kind: "integer",
    note: "Minimum number of reviews for a fit.",
  },
  fullFitReviews: {
    default: 256, min: 8, max: 5000, unit: "reviews", kind: "integer",
    note: "Reviews from which on all weights are fitted, not only the first four.",
  },
  growthRatio: {
    default: 2, min: 1.05, max: 10, unit: "ratio",
    note: "Growth of the history that requests a new fit.",
  },
  shrinkage: {
    default: 1, min: 0, max: 100, unit: "factor",
    note: "How strongly fitted weights are pulled towards the common ones; 0 not at all.",
  },
  recencyFloor: {
    default: 0.5, min: 0.01, max: 1, unit: "weight",
    note: "Weight of the oldest review; 1 weights all equally.",
  },
  recencyPower: {
    default: 3, min: 0.2, max: 10, unit: "none",
    note: "Higher values concentrate the weight on the latest reviews.",
  },
  maxIterations: {
    default: 60, min: 5, max: 1000, unit: "steps", kind: "integer",
    note: "Maximum number of steps of the fit.",
  },
});

/** How much an answer says about knowing the word. */
export const mastery = defineParameters({
  guessChoice: {
    default: 0.25, min: 0, max: 0.9, unit: "probability",
    note: "Chance of guessing right among options.",
  },
  guessTyped: {
    default: 0.02, min: 0, max: 0.9, unit: "probability",
    note: "Chance of guessing right when typing.",
  },
  slip: {
    default: 0.02, min: 0.001, max: 0.5, unit: "probability",
    note: "Chance of a wrong answer although the word is known.",
  },
  firstPrior: {
    default: 0.5, min: 0.01, max: 0.99, unit: "probability",
    note: "Chance that a word is known before it was ever asked.",
  },
  firstFeedback: {
    default: 0.25, min: 0, max: 1, unit: "share",
    note: "Share of unknown words learned from seeing the answer once.",
  },
});

/** Load balancing of due dates. */
export const interval = defineParameters({
  loadBalanceShare: {
    default: 0, min: 0, max: 0.25, unit: "share",
    note: "How far a due date may move for load balancing; 0: only under solved schedules.",
  },
});

/** Interference between similar words. */
export const interference = defineParameters({
  weight: {
    default: 0, min: 0, max: 2, unit: "logit",
    note: "How much recently studied look-alikes lower recall; 0 not at all.",
  },
});

/** Separate memory traces per question mode. */
export const trace = defineParameters({
  transfer: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "How much practice in one mode helps the others.",
  },
});

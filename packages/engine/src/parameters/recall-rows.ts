import { defineParameters } from "./define.ts";

/** What is recalled within the day. */
export const shortTerm = defineParameters({
  bufferTauMinutes: {
    default: 10, min: 1, max: 1440, unit: "min",
    note: "How quickly what was just seen fades.",
  },
  bufferLevelSuccess: {
    default: 0.97, min: 0.5, max: 1, unit: "probability",
    note: "What rings in the ear right after a success, as a share of what is missing.",
  },
  bufferLevelFailure: {
    default: 0.3, min: 0.2, max: 1, unit: "probability",
    note: "The same right after a failure whose answer was shown.",
  },
  encodeFirstSuccess: {
    default: 0.6, min: 0, max: 1, unit: "probability",
    note: "How far the curve of that day is believed after a first success.",
  },
  encodeFirstFailure: {
    default: 0.1, min: 0, max: 1, unit: "probability",
    note: "How far that curve is believed after a first failure, once corrected.",
  },
  encodeLapse: {
    default: 0.1, min: 0, max: 1, unit: "probability",
    note: "How much of that belief outlives a lapse.",
  },
  tauGrowth: {
    default: 1.2, min: 1, max: 5, unit: "factor",
    note: "Each further success of the day slows that fading by this.",
  },
  encodeGain: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "How much of the missing belief each such success adds.",
  },
});

/** How a success is graded by its answer time. */
export const grade = defineParameters({
  hardZ: {
    default: 1.2, min: 0, max: 4, unit: "sd",
    note: "A success slower than this was laborious.",
  },
  easyZ: {
    default: -1.5, min: -4, max: 0, unit: "sd",
    note: "A success faster than this was effortless.",
  },
  softness: {
    default: 0, min: 0, max: 1, unit: "sd",
    note: "Blurs the two borders between grades; 0 keeps them sharp.",
  },
});

/** How the learner's own answers correct the curve. */
export const correction = defineParameters({
  cap: {
    default: 1.5, min: 0, max: 4, unit: "logit",
    note: "The correction never moves recall further than this.",
  },
  priorSd: {
    default: 0.1, min: 0.01, max: 3, unit: "logit",
    note: "How much learners are thought to differ in each coefficient.",
  },
  biasPriorSd: {
    default: 1.5, min: 0.01, max: 3, unit: "logit",
    note: "How much learners are thought to differ in their overall recall.",
  },
  slopeMin: {
    default: 0.5, min: 0.05, max: 1, unit: "factor",
    note: "The corrected curve keeps at least this part of its steepness.",
  },
  memoryFactor: {
    default: 0.9998, min: 0.95, max: 1, unit: "per answer",
    note: "Part of the old evidence kept with every new answer; 1 forgets nothing.",
  },
  binnedShare: {
    default: 0.3, min: 0, max: 1, unit: "share",
    note: "How much of the correction comes from tallies by bin.",
  },
  weightLastTime: {
    default: -0.15, min: -2, max: 2, unit: "logit",
    note: "What a slow last answer to the word says about recall, before own data.",
  },
  weightRecentTime: {
    default: 0.1, min: -2, max: 2, unit: "logit",
    note: "What three slow answers to the word say about recall, before own data.",
  },
  weightLastWrong: {
    default: 0, min: -2, max: 2, unit: "logit",
    note: "What a wrong last answer says beyond the curve, before own data.",
  },
  weightFailureShare: {
    default: -0.1, min: -2, max: 2, unit: "logit",
    note: "What frequent failures of the word say beyond the curve, before own data.",
  },
  weightTodayAccuracy: {
    default: 0.1, min: -2, max: 2, unit: "logit",
    note: "What a good day so far says about recall, before own data.",
  },
  weightRecentAccuracy: {
    default: 0, min: -2, max: 2, unit: "logit",
    note: "What a good run lately says about recall, before own data.",
  },
});

/** How weights are fitted to one learner. */
export const fit = defineParameters({
  minReviews: {
    default: 128, min: 4, max: 1000, unit: "reviews", kind: "integer",
    note: "History without which nothing is fitted.",
  },
  fullFitReviews: {
    default: 256, min: 8, max: 5000, unit: "reviews", kind: "integer",
    note: "History with which all weights are fitted, not only the first four.",
  },
  growthRatio: {
    default: 2, min: 1.05, max: 10, unit: "ratio",
    note: "A new fit is asked for when the history has grown by this.",
  },
  shrinkage: {
    default: 1, min: 0, max: 100, unit: "factor",
    note: "How strongly fitted weights are pulled to the common ones; 0 not at all.",
  },
  recencyFloor: {
    default: 0.5, min: 0.01, max: 1, unit: "weight",
    note: "What the oldest review still weighs; 1 weighs all alike.",
  },
  recencyPower: {
    default: 3, min: 0.2, max: 10, unit: "none",
    note: "Higher values keep full weight for the latest reviews only.",
  },
  maxIterations: {
    default: 60, min: 5, max: 1000, unit: "steps", kind: "integer",
    note: "The search for weights gives up after so many steps.",
  },
});

/** What an answer proves about knowing. */
export const mastery = defineParameters({
  guessChoice: {
    default: 0.25, min: 0, max: 0.9, unit: "probability",
    note: "Luck in a question with options.",
  },
  guessTyped: {
    default: 0.02, min: 0, max: 0.9, unit: "probability",
    note: "Luck when the answer must be typed.",
  },
  slip: {
    default: 0.02, min: 0.001, max: 0.5, unit: "probability",
    note: "Mishaps: wrong although the word is known.",
  },
  firstPrior: {
    default: 0.5, min: 0.01, max: 0.99, unit: "probability",
    note: "How likely a word is known before anyone has asked.",
  },
  firstFeedback: {
    default: 0.25, min: 0, max: 1, unit: "share",
    note: "How much of what was unknown is learned from seeing the answer once.",
  },
});

/** Workload. */
export const interval = defineParameters({
  loadBalanceShare: {
    default: 0, min: 0, max: 0.25, unit: "share",
    note: "How far a due date may move to even out the days; 0 moves none.",
  },
});

/** Words that disturb each other. */
export const interference = defineParameters({
  weight: {
    default: 0, min: 0, max: 2, unit: "logit",
    note: "How much look-alikes studied lately lower recall; 0 not at all.",
  },
});

/** One memory per question mode. */
export const trace = defineParameters({
  transfer: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "How much practice in one mode helps the others.",
  },
});

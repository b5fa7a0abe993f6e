import { defineParameters } from "./define.ts";

/** How an answer moves attention, fatigue, motivation and confidence. */
export const modeling = defineParameters({
  attentionSmoothing: {
    default: 0.3, min: 0.01, max: 1, unit: "per answer",
    note: "How far one answer moves attention towards its engagement.",
  },
  confidenceDecay: {
    default: 0.99, min: 0.5, max: 1, unit: "per answer",
    note: "Part of what is known about ability that one more answer leaves standing.",
  },
  minConfidence: {
    default: 0.1, min: 0, max: 0.5, unit: "none",
    note: "Where confidence starts, and where it ends without information.",
  },
  fatigueIncreaseRate: {
    default: 0.02, min: 0, max: 0.2, unit: "per active minute",
    note: "How fast active time tires.",
  },
  motivationMomentum: {
    default: 0.1, min: 0.01, max: 1, unit: "per answer",
    note: "How far one answer moves motivation towards its signal.",
  },
  visualFatigueWeight: {
    default: 0.4, min: 0, max: 1, unit: "share",
    note: "How much a reported eye-strain score counts against the estimate so far.",
  },
  fatigueQuitIncrease: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "Breaking off is read as this much tiredness.",
  },
  engagementPausePenalty: {
    default: 0.05, min: 0, max: 1, unit: "per pause",
    note: "What one pause takes from engagement.",
  },
  engagementSwitchPenalty: {
    default: 0.1, min: 0, max: 1, unit: "per switch",
    note: "What leaving for another app once takes from engagement.",
  },
  engagementFocusLossBaseMs: {
    default: 100_000, min: 1000, max: 600_000, unit: "ms",
    note: "Looking away for this long costs the whole engagement, less in proportion.",
  },
  cognitiveProfileAlpha: {
    default: 0.1, min: 0.01, max: 1, unit: "per answer",
    note: "How fast memory, speed and stability of the profile follow the answers.",
  },
  trendAlpha: {
    default: 0.05, min: 0.005, max: 0.5, unit: "per answer",
    note: "Step of the long average that a trend is measured against.",
  },
  trendFastAlpha: {
    default: 0.2, min: 0.01, max: 1, unit: "per answer",
    note: "Step of the short average; its lead over the long one is the trend.",
  },
  trendGain: {
    default: 3, min: 0.1, max: 20, unit: "none",
    note: "Steepness of a trend before it is squeezed between -1 and 1.",
  },
  fatigueSlowdownGain: {
    default: 0.04, min: 0, max: 0.5, unit: "per answer and sd",
    note: "Tiredness read from answers slower than usual for this learner.",
  },
  fatigueErrorGain: {
    default: 0.04, min: 0, max: 0.5, unit: "per answer",
    note: "Tiredness read from more errors than were predicted.",
  },
  motivationRunBonus: {
    default: 0.4, min: 0, max: 1, unit: "none",
    note: "Lift of the signal when five answers in a row were right; shorter runs get part.",
  },
  confidenceHalfInformation: {
    default: 8, min: 0.5, max: 200, unit: "answers",
    note: "Answers' worth of information that brings confidence halfway up.",
  },
  confidenceCalibrationWeight: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "How strongly wrong predictions lower confidence.",
  },
  attentionLapseZ: {
    default: 2.5, min: 1, max: 6, unit: "sd",
    note: "Answers slower than this are taken for a lapse of attention.",
  },
  attentionLapsePenalty: {
    default: 0.25, min: 0, max: 1, unit: "none",
    note: "What such a lapse takes from engagement.",
  },
});

/** How a break refreshes. */
export const fatigueDecay = defineParameters({
  fullResetThresholdSecs: {
    default: 1800, min: 60, max: 86_400, unit: "s",
    note: "After a break this long the learner counts as rested.",
  },
  decayStartThresholdSecs: {
    default: 300, min: 1, max: 7200, unit: "s",
    note: "Shorter breaks do not refresh.",
  },
  decayTimeConstantSecs: {
    default: 600, min: 10, max: 36_000, unit: "s",
    note: "Time in which a break removes all but 1/e of the tiredness.",
  },
});

/** What answer time is normal for a learner. */
export const responseTime = defineParameters({
  priorMedianMs: {
    default: 4000, min: 300, max: 30_000, unit: "ms",
    note: "Typical answer time while a learner's own is unknown.",
  },
  priorLogSd: {
    default: 0.6, min: 0.1, max: 2, unit: "ln ms",
    note: "Typical scatter of answer times while a learner's own is unknown.",
  },
  priorStrength: {
    default: 20, min: 1, max: 500, unit: "answers",
    note: "How many answers it takes to outweigh these guesses.",
  },
  lengthLogSlope: {
    default: 0.03, min: -0.2, max: 0.3, unit: "ln ms per letter",
    note: "How much longer each letter makes an answer.",
  },
  adaptationRate: {
    default: 0.02, min: 0.001, max: 0.3, unit: "per answer",
    note: "The baseline follows at least this fast, however much is known.",
  },
  clipMaxMs: {
    default: 60_000, min: 5000, max: 600_000, unit: "ms",
    note: "Beyond this the learner was away; more time tells no more.",
  },
  rapidGuessRatio: {
    default: 0.3, min: 0.05, max: 0.8, unit: "ratio",
    note: "Answers faster than this part of the expected time were not read.",
  },
});

/** What single answers and hours of the day are taken to mean. */
export const feature = defineParameters({
  hintPenalty: {
    default: 0.3, min: 0, max: 1, unit: "share",
    note: "Part of the reward for a right answer that a hint uses up.",
  },
  motivationPositiveSignal: {
    default: 0.6, min: 0, max: 1, unit: "none",
    note: "Where a right answer pulls motivation.",
  },
  motivationNegativeSignal: {
    default: -1, min: -1, max: 0, unit: "none",
    note: "Where a wrong answer pulls motivation.",
  },
  temporalProfileAlpha: {
    default: 0.3, min: 0.01, max: 1, unit: "per session",
    note: "How fast the habits by hour follow the latest session.",
  },
  temporalBoostScale: {
    default: 0.6, min: 0, max: 3, unit: "none",
    note: "How strongly a good hour of the day raises the batch.",
  },
  temporalBoostMin: {
    default: 0.5, min: 0.1, max: 1, unit: "factor",
    note: "The worst hour still counts for this much.",
  },
  temporalBoostMax: {
    default: 1.5, min: 1, max: 3, unit: "factor",
    note: "The best hour counts for no more than this.",
  },
  trustBaseLearningRate: {
    default: 0.05, min: 0.001, max: 1, unit: "per credited batch",
    note: "How fast a voter gains or loses trust.",
  },
});

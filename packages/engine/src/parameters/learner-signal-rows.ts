import { defineParameters } from "./define.ts";

/** How an answer moves attention, fatigue, motivation and confidence. */
export const modeling = defineParameters({
  attentionSmoothing: {
    default: 0.3, min: 0.01, max: 1, unit: "per answer",
    note: "How far one answer moves attention towards the observed engagement.",
  },
  confidenceDecay: {
    default: 0.99, min: 0.5, max: 1, unit: "per answer",
    note: "Share of the information about ability kept with every new answer.",
  },
  minConfidence: {
    default: 0.1, min: 0, max: 0.5, unit: "none",
    note: "Initial and minimum confidence.",
  },
  fatigueIncreaseRate: {
    default: 0.02, min: 0, max: 0.2, unit: "per active minute",
    note: "Fatigue added per minute of active time.",
  },
  motivationMomentum: {
    default: 0.1, min: 0.01, max: 1, unit: "per answer",
    note: "How far one answer moves motivation towards its signal.",
  },
  visualFatigueWeight: {
    default: 0.4, min: 0, max: 1, unit: "share",
    note: "Weight of a reported eye-strain score against the current estimate.",
  },
  fatigueQuitIncrease: {
    default: 0.2, min: 0, max: 1, unit: "none",
    note: "Fatigue added when a learner quits.",
  },
  engagementPausePenalty: {
    default: 0.05, min: 0, max: 1, unit: "per pause",
    note: "Engagement lost per pause.",
  },
  engagementSwitchPenalty: {
    default: 0.1, min: 0, max: 1, unit: "per switch",
    note: "Engagement lost per switch to another app.",
  },
  engagementFocusLossBaseMs: {
    default: 100_000, min: 1000, max: 600_000, unit: "ms",
    note: "Focus loss that costs all engagement; shorter ones cost proportionally less.",
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
    note: "Fatigue inferred from answers slower than usual for this learner.",
  },
  fatigueErrorGain: {
    default: 0.04, min: 0, max: 0.5, unit: "per answer",
    note: "Fatigue inferred from more errors than predicted.",
  },
  motivationRunBonus: {
    default: 0.4, min: 0, max: 1, unit: "none",
    note: "Motivation bonus for five right answers in a row; shorter runs earn part of it.",
  },
  confidenceHalfInformation: {
    default: 8, min: 0.5, max: 200, unit: "answers",
    note: "Information, in answers, that raises confidence halfway.",
  },
  confidenceCalibrationWeight: {
    default: 0.5, min: 0, max: 1, unit: "share",
    note: "How strongly wrong predictions lower confidence.",
  },
  attentionLapseZ: {
    default: 2.5, min: 1, max: 6, unit: "sd",
    note: "Answers slower than this count as a lapse of attention.",
  },
  attentionLapsePenalty: {
    default: 0.25, min: 0, max: 1, unit: "none",
    note: "Engagement lost by such a lapse.",
  },
});

/** Recovery from fatigue during breaks. */
export const fatigueDecay = defineParameters({
  fullResetThresholdSecs: {
    default: 1800, min: 60, max: 86_400, unit: "s",
    note: "After a break this long the learner counts as rested.",
  },
  decayStartThresholdSecs: {
    default: 300, min: 1, max: 7200, unit: "s",
    note: "Breaks shorter than this do not reduce fatigue.",
  },
  decayTimeConstantSecs: {
    default: 600, min: 10, max: 36_000, unit: "s",
    note: "Time constant with which fatigue falls during a break.",
  },
});

/** A learner's normal answer time. */
export const responseTime = defineParameters({
  priorMedianMs: {
    default: 4000, min: 300, max: 30_000, unit: "ms",
    note: "Typical answer time while a learner's own is unknown.",
  },
  priorLogSd: {
    default: 0.6, min: 0.1, max: 2, unit: "ln ms",
    note: "Typical spread of answer times while a learner's own is unknown.",
  },
  priorStrength: {
    default: 20, min: 1, max: 500, unit: "answers",
    note: "Number of answers that these priors are worth.",
  },
  lengthLogSlope: {
    default: 0.03, min: -0.2, max: 0.3, unit: "ln ms per letter",
    note: "How much longer each letter makes an answer.",
  },
  adaptationRate: {
    default: 0.02, min: 0.001, max: 0.3, unit: "per answer",
    note: "Minimum rate at which the baseline adapts.",
  },
  clipMaxMs: {
    default: 60_000, min: 5000, max: 600_000, unit: "ms",
    note: "Answer times are capped here: beyond it the learner was probably away.",
  },
  rapidGuessRatio: {
    default: 0.3, min: 0.05, max: 0.8, unit: "ratio",
    note: "Answers faster than this share of the expected time count as rapid guesses.",
  },
});

/** Signals from single answers and from the hour of the day. */
export const feature = defineParameters({
  hintPenalty: {
    default: 0.3, min: 0, max: 1, unit: "share",
    note: "Share of the reward for a right answer lost by using a hint.",
  },
  motivationPositiveSignal: {
    default: 0.6, min: 0, max: 1, unit: "none",
    note: "Value towards which a right answer moves motivation.",
  },
  motivationNegativeSignal: {
    default: -1, min: -1, max: 0, unit: "none",
    note: "Value towards which a wrong answer moves motivation.",
  },
  temporalProfileAlpha: {
    default: 0.3, min: 0.01, max: 1, unit: "per session",
    note: "How fast hourly habits follow the latest session.",
  },
  temporalBoostScale: {
    default: 0.6, min: 0, max: 3, unit: "none",
    note: "How strongly a good hour of the day enlarges the batch.",
  },
  temporalBoostMin: {
    default: 0.5, min: 0.1, max: 1, unit: "factor",
    note: "Minimum factor for the worst hour.",
  },
  temporalBoostMax: {
    default: 1.5, min: 1, max: 3, unit: "factor",
    note: "Maximum factor for the best hour.",
  },
  trustBaseLearningRate: {
    default: 0.05, min: 0.001, max: 1, unit: "per credited batch",
    note: "How fast a voter gains or loses trust.",
  },
});

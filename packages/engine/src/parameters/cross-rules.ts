import { WEIGHT_COUNT } from "../argument-checks.ts";
import { DAY_SECS } from "../numeric/durations.ts";
import type { EngineParameters } from "./definitions.ts";

/** Tolerance for sums of shares, which are usually entered with two decimals. */
const SHARE_SLACK = 0.01;
/** Tolerance for binary rounding of decimal fractions; far below any step entered by hand. */
const ROUNDING_SLACK = 1e-9;

/** A condition on several parameters, or on one beyond its range. */
export interface CrossRule {
  /** The parameters it reads; a fault is reported at the first. */
  readonly paths: readonly [string, ...string[]];
  /** The condition in words. */
  readonly rule: string;
  readonly holds: (parameters: EngineParameters) => boolean;
}

/**
 * The rules that `parameters` violates, in the order of the rules. Bounds of single values are
 * checked elsewhere, and no rule relies on them.
 */
export function brokenRules(parameters: EngineParameters): CrossRule[] {
  return crossRules.filter((rule) => !rule.holds(parameters));
}

const shareRules: CrossRule[] = [
  {
    paths: ["ensemble.baseWeightHeuristic", "ensemble.baseWeightIge", "ensemble.baseWeightSwd"],
    rule: "the three base weights sum to 1 within 0.01",
    holds: ({ ensemble: e }) =>
      isNear(e.baseWeightHeuristic + e.baseWeightIge + e.baseWeightSwd, 1, SHARE_SLACK),
  },
  {
    paths: ["ensemble.minWeight"],
    rule: "three times minWeight is at most 1",
    holds: ({ ensemble }) => 3 * ensemble.minWeight <= 1,
  },
  {
    paths: [
      "objectiveWeights.retention",
      "objectiveWeights.accuracy",
      "objectiveWeights.speed",
      "objectiveWeights.fatigue",
      "objectiveWeights.frustration",
    ],
    rule: "the five objective weights sum to 0.95..1.05",
    holds: ({ objectiveWeights: o }) =>
      isNear(o.retention + o.accuracy + o.speed + o.fatigue + o.frustration, 1, 0.05),
  },
  {
    paths: ["ssp.reviewRatingProbs"],
    rule: "the rating probabilities sum to 1 within 0.01",
    holds: ({ ssp }) => isNear(sum(ssp.reviewRatingProbs), 1, SHARE_SLACK),
  },
];

const memoryRules: CrossRule[] = [
  {
    paths: ["memoryModel.w"],
    rule: "w has 21 numbers and w[0] <= w[1] <= w[2] <= w[3]",
    holds: ({ memoryModel: { w } }) => w.length === WEIGHT_COUNT && isRising(w.slice(0, 4)),
  },
  {
    paths: ["memoryModel.alphaMin", "memoryModel.alphaMax"],
    rule: "alphaMin <= alphaMax",
    holds: ({ memoryModel: m }) => m.alphaMin <= m.alphaMax,
  },
  {
    paths: ["memoryModel.retentionMin", "memoryModel.retentionMax"],
    rule: "retentionMin < retentionMax",
    holds: ({ memoryModel: m }) => m.retentionMin < m.retentionMax,
  },
  {
    paths: [
      "memoryModel.baseDesiredRetention",
      "memoryModel.retentionMin",
      "memoryModel.retentionMax",
    ],
    rule: "baseDesiredRetention lies between retentionMin and retentionMax",
    holds: ({ memoryModel: m }) =>
      m.retentionMin <= m.baseDesiredRetention && m.baseDesiredRetention <= m.retentionMax,
  },
  {
    paths: ["memoryModel.forgettingCurveFloor", "memoryModel.retentionMin"],
    rule: "forgettingCurveFloor < retentionMin",
    holds: ({ memoryModel: m }) => m.forgettingCurveFloor < m.retentionMin,
  },
  {
    paths: ["memoryModel.minIntervalSecs", "memoryModel.gspIntervalCapDays"],
    rule: "minIntervalSecs is at most gspIntervalCapDays when that cap is on",
    holds: ({ memoryModel: m }) =>
      m.gspIntervalCapDays === 0 || m.minIntervalSecs <= DAY_SECS * m.gspIntervalCapDays,
  },
  {
    paths: [
      "memoryModel.gspGraduationFloorDays",
      "memoryModel.gspIntervalCapDays",
      "memoryModel.gspGraduationStreak",
    ],
    rule: "gspGraduationFloorDays <= gspIntervalCapDays when both are on",
    holds: ({ memoryModel: m }) =>
      m.gspIntervalCapDays === 0 ||
      m.gspGraduationStreak === 0 ||
      m.gspGraduationFloorDays <= m.gspIntervalCapDays,
  },
  {
    paths: ["memoryModel.masteryCompositeThreshold"],
    rule: "masteryCompositeThreshold > 0, or no word could ever be below it",
    holds: ({ memoryModel }) => memoryModel.masteryCompositeThreshold > 0,
  },
  {
    paths: ["memoryModel.reviewingThreshold"],
    rule: "reviewingThreshold > 0, or no word could ever be below it",
    holds: ({ memoryModel }) => memoryModel.reviewingThreshold > 0,
  },
  {
    paths: ["memoryModel.forgettingThreshold"],
    rule: "forgettingThreshold < 1, or every word would be forgotten",
    holds: ({ memoryModel }) => memoryModel.forgettingThreshold < 1,
  },
];

const learnerRules: CrossRule[] = [
  {
    paths: ["elo.defaultElo", "elo.minElo", "elo.maxElo"],
    rule: "minElo < defaultElo < maxElo",
    holds: ({ elo }) => elo.minElo < elo.defaultElo && elo.defaultElo < elo.maxElo,
  },
  {
    paths: ["elo.kMinFactor", "elo.kMaxFactor"],
    rule: "kMinFactor <= 1 <= kMaxFactor",
    holds: ({ elo }) => elo.kMinFactor <= 1 && 1 <= elo.kMaxFactor,
  },
  {
    paths: ["fatigueDecay.decayStartThresholdSecs", "fatigueDecay.fullResetThresholdSecs"],
    rule: "decayStartThresholdSecs < fullResetThresholdSecs",
    holds: ({ fatigueDecay: f }) => f.decayStartThresholdSecs < f.fullResetThresholdSecs,
  },
  {
    paths: ["feature.temporalBoostMin", "feature.temporalBoostMax"],
    rule: "temporalBoostMin <= 1 <= temporalBoostMax",
    holds: ({ feature: f }) => f.temporalBoostMin <= 1 && 1 <= f.temporalBoostMax,
  },
  {
    paths: ["coldStart.classifyToExploreEvents", "coldStart.exploreToExploitEvents"],
    rule: "classifyToExploreEvents < exploreToExploitEvents",
    holds: ({ coldStart: c }) => c.classifyToExploreEvents < c.exploreToExploitEvents,
  },
  {
    paths: [
      "learningStrategy.crossSessionMediumAccuracy",
      "learningStrategy.crossSessionHighAccuracy",
    ],
    rule: "crossSessionMediumAccuracy < crossSessionHighAccuracy",
    holds: ({ learningStrategy: l }) => l.crossSessionMediumAccuracy < l.crossSessionHighAccuracy,
  },
  {
    paths: ["learningStrategy.sessionDropAccuracy", "learningStrategy.sessionBoostAccuracy"],
    rule: "sessionDropAccuracy < sessionBoostAccuracy",
    holds: ({ learningStrategy: l }) => l.sessionDropAccuracy < l.sessionBoostAccuracy,
  },
  {
    paths: ["modeling.trendAlpha", "modeling.trendFastAlpha"],
    rule: "trendAlpha < trendFastAlpha",
    holds: ({ modeling }) => modeling.trendAlpha < modeling.trendFastAlpha,
  },
];

const policyRules: CrossRule[] = [
  {
    paths: ["ssp.rMin", "ssp.rStep", "ssp.rMax"],
    rule: "rMin + rStep <= rMax",
    holds: ({ ssp }) => ssp.rMin + ssp.rStep <= ssp.rMax + ROUNDING_SLACK,
  },
  {
    paths: ["ssp.minIndex", "ssp.maxIndex"],
    rule: "minIndex < maxIndex",
    holds: ({ ssp }) => ssp.minIndex < ssp.maxIndex,
  },
  {
    paths: ["ssp.dualGridThresholdDays", "ssp.targetStabilityDays"],
    rule: "dualGridThresholdDays < targetStabilityDays",
    holds: ({ ssp }) => ssp.dualGridThresholdDays < ssp.targetStabilityDays,
  },
  {
    paths: ["ssp.maxIndex", "ssp.base", "ssp.targetStabilityDays", "ssp.dualGridEnabled"],
    rule: "base ^ maxIndex reaches targetStabilityDays, or the dual grid is on",
    holds: ({ ssp }) => ssp.dualGridEnabled || ssp.base ** ssp.maxIndex >= ssp.targetStabilityDays,
  },
];

const recallRules: CrossRule[] = [
  {
    paths: ["shortTerm.bufferLevelFailure", "shortTerm.bufferLevelSuccess"],
    rule: "bufferLevelFailure <= bufferLevelSuccess",
    holds: ({ shortTerm: s }) => s.bufferLevelFailure <= s.bufferLevelSuccess,
  },
  {
    paths: ["shortTerm.encodeFirstFailure", "shortTerm.encodeFirstSuccess"],
    rule: "encodeFirstFailure <= encodeFirstSuccess",
    holds: ({ shortTerm: s }) => s.encodeFirstFailure <= s.encodeFirstSuccess,
  },
  {
    paths: ["grade.easyZ", "grade.hardZ"],
    rule: "easyZ < hardZ",
    holds: ({ grade }) => grade.easyZ < grade.hardZ,
  },
  {
    paths: ["mastery.slip", "mastery.guessChoice", "mastery.guessTyped"],
    rule: "slip plus the larger guess is below 1",
    holds: ({ mastery: m }) => m.slip + Math.max(m.guessChoice, m.guessTyped) < 1,
  },
  {
    paths: ["fit.minReviews", "fit.fullFitReviews"],
    rule: "minReviews <= fullFitReviews",
    holds: ({ fit }) => fit.minReviews <= fit.fullFitReviews,
  },
];

/** Every rule on more than one value, or on one value more strictly than its range. */
export const crossRules: readonly CrossRule[] = [
  ...shareRules,
  ...memoryRules,
  ...learnerRules,
  ...policyRules,
  ...recallRules,
];

function isNear(value: number, wanted: number, slack: number): boolean {
  return Math.abs(value - wanted) <= slack + ROUNDING_SLACK;
}

function isRising(values: readonly number[]): boolean {
  return values.every((value, at) => at === 0 || values[at - 1]! <= value);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

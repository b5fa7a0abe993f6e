import type { EngineParameters } from "../parameters/parameters.ts";
import type { Reward } from "../result-types.ts";

/** What the reward of an answer depends on. */
export interface RewardInput {
  isCorrect: boolean;
  hintUsed: boolean;
  rapid: boolean;
  slowness: number;
  fatigue: number;
  motivation: number;
  /** Mean recall from now until the due date, 0..1; null when no word was asked. */
  meanRecall: number | null;
}

/** Signed components and their sum; the sum is not clamped, so that an invariant can check it. */
export function rewardOf(input: RewardInput, parameters: EngineParameters): Reward {
  const components = {
    accuracyReward: accuracyReward(input, parameters),
    speedReward: speedReward(input, parameters.reward),
    fatiguePenalty: fatiguePenalty(input.fatigue, parameters.reward),
    frustrationPenalty: frustrationPenalty(input.motivation, parameters.reward),
    expectedForgetCost:
      input.meanRecall === null
        ? 0
        : 0 - parameters.reward.expectedForgetCostWeight * (1 - input.meanRecall),
  };
  const value =
    components.accuracyReward +
    components.speedReward +
    components.fatiguePenalty +
    components.frustrationPenalty +
    components.expectedForgetCost;
  return { value, components };
}

export function noReward(): Reward {
  const components = {
    accuracyReward: 0,
    speedReward: 0,
    fatiguePenalty: 0,
    frustrationPenalty: 0,
    expectedForgetCost: 0,
  };
  return { value: 0, components };
}

function accuracyReward(input: RewardInput, parameters: EngineParameters): number {
  const rules = parameters.reward;
  if (input.isCorrect === false) {
    return 0 - rules.wrongPenalty - (input.rapid === true ? rules.rapidGuessPenalty : 0);
  }
  const kept = input.hintUsed === true ? 1 - parameters.feature.hintPenalty : 1;
  return rules.accuracyScale * kept;
}

function speedReward(input: RewardInput, rules: EngineParameters["reward"]): number {
  if (input.isCorrect === false || input.hintUsed === true || input.rapid === true) return 0;
  return rules.speedRewardScale * fastNormalCdf(-input.slowness);
}

function fatiguePenalty(fatigue: number, rules: EngineParameters["reward"]): number {
  const threshold = rules.fatiguePenaltyThreshold;
  if (fatigue <= threshold) return 0;
  return (-rules.fatiguePenaltyScale * (fatigue - threshold)) / (1 - threshold) + 0;
}

function frustrationPenalty(motivation: number, rules: EngineParameters["reward"]): number {
  const threshold = rules.frustrationPenaltyThreshold;
  if (motivation >= threshold) return 0;
  return (-rules.frustrationPenaltyScale * (threshold - motivation)) / (1 + threshold) + 0;
}

/** Weighted mean of the session's objectives, each scaled to −1..1. */
export function objectiveOf(
  reward: Reward,
  isCorrect: boolean,
  meanRecall: number,
  parameters: EngineParameters,
  weightSum: number,
): number {
  const { objectiveWeights: weights, reward: rules } = parameters;
  const parts = reward.components;
  // Not the sign of the reward: the penalty of a wrong answer may be configured as 0.
  const accurate = isCorrect === true ? 1 : -1;
  const speed = rules.speedRewardScale > 0 ? parts.speedReward / rules.speedRewardScale : 0.5;
  const sum =
    weights.retention * (2 * meanRecall - 1) +
    weights.accuracy * accurate +
    weights.speed * (2 * speed - 1) +
    weights.fatigue * penaltyTerm(parts.fatiguePenalty, rules.fatiguePenaltyScale) +
    weights.frustration * penaltyTerm(parts.frustrationPenalty, rules.frustrationPenaltyScale);
  return sum / weightSum;
}

/** 1 without a penalty, −1 at the largest penalty. */
function penaltyTerm(penalty: number, scale: number): number {
  return scale > 0 ? 1 + (2 * penalty) / scale : 1;
}

/**
 * Standard normal distribution function with an absolute error below 1e-7: sufficient for a
 * reward, and fast, because it is needed for every answer.
 *
 * Source: Abramowitz and Stegun 26.2.17.
 */
function fastNormalCdf(x: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(x));
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const tail = 0.3989422804014327 * Math.exp(-0.5 * x * x) * series;
  return x >= 0 ? 1 - tail : tail;
}

import { hourBoost } from "../learner-state/habit.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { clamp } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Backlog } from "./rule-voter.ts";
import { type Strategy, USUAL_BATCH_SIZE } from "./strategy-types.ts";

const RATING_SPAN = 400;

/** Features of the learner's state for the learning voters, each about 0..1. */
export interface StateFeatures {
  attention: number;
  fatigue: number;
  motivation: number;
  confidence: number;
  accuracyTrend: number;
  hourBoost: number;
  backlog: number;
  /** Rating relative to a new learner's; the history voter does not compare it. */
  margin: number;
}

export function stateFeatures(
  learner: LearnerState,
  backlog: Backlog | null,
  atMs: number,
  parameters: EngineParameters,
): StateFeatures {
  const { mood } = learner;
  const elo = learner.rating?.elo ?? parameters.elo.defaultElo;
  return {
    attention: mood.attention,
    fatigue: mood.fatigue,
    motivation: mood.motivation,
    confidence: mood.confidence,
    accuracyTrend: learner.trends.accuracyTrend,
    hourBoost: hourBoost(learner, atMs, parameters) - 1,
    backlog: backlog === null ? 0 : Math.min(1, backlog.dueSeconds / backlog.sessionSeconds / 3),
    margin: clamp((elo - parameters.elo.defaultElo) / RATING_SPAN, -2, 2),
  };
}

/** The eight features stored with a batch, rounded to two decimals. */
export function featureList(features: StateFeatures): number[] {
  return [
    features.attention,
    features.fatigue,
    features.motivation,
    features.confidence,
    features.accuracyTrend,
    features.hourBoost,
    features.backlog,
    features.margin,
  ].map((x) => Math.round(x * 100) / 100 + 0);
}

export const REGRESSORS = 24;

/** Regressors of the batch reward: strategy, state, and their interactions. */
export function regressors(features: readonly number[], strategy: Strategy): number[] {
  const [a = 0, f = 0, m = 0, c = 0, trend = 0, boost = 0, backlog = 0, margin = 0] = features;
  const { d, n, b, i } = scaled(strategy);
  return [
    1,
    d,
    d * d,
    n,
    n * n,
    b,
    i,
    a,
    f,
    m,
    c,
    trend,
    boost,
    backlog,
    d * f,
    d * margin,
    d * backlog,
    n * f,
    n * margin,
    n * backlog,
    b * f,
    b * margin,
    b * backlog,
    d * n,
  ];
}

/**
 * Expected reward of a strategy in one state, up to a constant.
 *
 * For a fixed state the weights of {@link regressors} reduce to a few coefficients, so that
 * hundreds of candidates can be compared quickly.
 *
 * @param weights  of the regressors, in their order
 */
export function expectedReward(
  weights: readonly number[],
  features: readonly number[],
): (strategy: Strategy) => number {
  const weight = (regressor: number) => weights[regressor] as number;
  const [, f = 0, , , , , backlog = 0, margin = 0] = features;
  const slope = (linear: number, interaction: number) =>
    weight(linear) +
    weight(interaction) * f +
    weight(interaction + 1) * margin +
    weight(interaction + 2) * backlog;
  const [byD, byN, byB] = [slope(1, 14), slope(3, 17), slope(5, 20)];
  const [byDD, byNN, byI, byDN] = [weight(2), weight(4), weight(6), weight(23)];
  return (strategy) => {
    const { d, n, b, i } = scaled(strategy);
    return d * (byD + byDD * d + byDN * n) + n * (byN + byNN * n) + b * byB + i * byI;
  };
}

/** Difficulty, share of new words, batch and interval scale, each about −1..1. */
function scaled(strategy: Strategy) {
  return {
    d: 2 * strategy.difficulty - 1,
    n: 2 * (strategy.reviewMode ? 0 : strategy.newRatio) - 1,
    b: strategy.batchSize / USUAL_BATCH_SIZE,
    i: 10 * (strategy.intervalScale - 1),
  };
}

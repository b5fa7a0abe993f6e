import { gaussian, stringHash } from "../numeric/random.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { cholesky, solveLower, solveUpper } from "./linear-solve.ts";
import { expectedReward, REGRESSORS, regressors } from "./strategy-features.ts";
import {
  type BanditState,
  defaultStrategy,
  type Proposal,
  round4,
  type Strategy,
} from "./strategy-types.ts";

const BATCHES = [5, 10, 20];
/** Standard deviation of a batch's reward around its expectation. */
const REWARD_SD = 0.3;

/** Identifies a draw: the same seed and key give the same result. */
export interface Draw {
  seed: number;
  key: string;
  /** Factor on the standard deviation of the draw. */
  exploration: number;
}

/** Posterior and draw of the reward model; independent of the situation's features. */
export interface BanditDraw {
  /** Cholesky factor of the precision of the regression's weights. */
  factor: number[];
  /** One draw of these weights from their posterior. */
  weights: number[];
}

/**
 * A Thompson draw from a Bayesian linear regression of the batch reward.
 *
 * Sources: Li et al. 2010 (contextual bandit); Agrawal and Goyal 2013 (Thompson sampling).
 */
export function drawBandit(
  bandit: BanditState | null,
  draw: Draw,
  rules: EngineParameters["ige"],
): BanditDraw {
  const factor = cholesky(precisionOf(bandit, rules.priorPrecision), REGRESSORS);
  const mean = solveUpper(factor, solveLower(factor, responseOf(bandit)));
  const batch = stringHash(draw.key);
  const noise = mean.map((_, i) => gaussian(draw.seed, batch, i, "bandit"));
  const spread = REWARD_SD * rules.ucbConfidenceCoeff * draw.exploration;
  const shift = solveUpper(factor, noise);
  return { factor, weights: mean.map((value, i) => value + spread * (shift[i] as number)) };
}

/**
 * The strategy with the highest reward under the draw. Strength is the reduction of the posterior
 * standard deviation against the prior one.
 */
export function proposeByBandit(
  { factor, weights }: BanditDraw,
  features: readonly number[],
  rules: EngineParameters["ige"],
): Proposal {
  const strategy = bestCandidate(weights, features, rules);
  const x = regressors(features, strategy);
  const spread = solveLower(factor, x);
  const sd = Math.sqrt(dot(spread, spread));
  const priorSd = Math.sqrt(dot(x, x) / rules.priorPrecision);
  return { voter: "ige", strategy, strength: 1 - sd / priorSd };
}

function bestCandidate(
  weights: readonly number[],
  features: readonly number[],
  rules: EngineParameters["ige"],
): Strategy {
  let best = defaultStrategy();
  let bestValue = -Infinity;
  const valueOf = expectedReward(weights, features);
  for (const candidate of candidates(rules)) {
    const value = valueOf(candidate);
    if (value > bestValue) {
      best = candidate;
      bestValue = value;
    }
  }
  return best;
}

/** Cache of the candidates, which depend only on the configuration. */
const enumerated = new WeakMap<EngineParameters["ige"], readonly Strategy[]>();

function candidates(rules: EngineParameters["ige"]): readonly Strategy[] {
  const strategies = enumerated.get(rules) ?? enumerate(rules);
  enumerated.set(rules, strategies);
  return strategies;
}

function enumerate(rules: EngineParameters["ige"]): Strategy[] {
  const spread = rules.intervalScaleSpread;
  const levels = (count: number) => Array.from({ length: count }, (_, i) => i / (count - 1));
  const found: Strategy[] = [];
  for (const difficulty of levels(rules.difficultyBinCount)) {
    for (const newRatio of levels(rules.ratioBinCount)) {
      for (const batchSize of BATCHES) {
        for (const intervalScale of [1 - spread, 1, 1 + spread]) {
          found.push({ difficulty, batchSize, newRatio, intervalScale, reviewMode: false });
        }
      }
    }
  }
  return found;
}

/** The regression updated with the reward of a batch; old evidence is discounted. */
export function updateBandit(
  bandit: BanditState | null,
  features: readonly number[],
  executed: Strategy,
  reward: number,
  memoryFactor: number,
): BanditState {
  const x = regressors(features, executed);
  const products: number[] = [];
  for (let row = 0, at = 0; row < REGRESSORS; row++) {
    for (let column = 0; column <= row; column++, at++) {
      const before = memoryFactor * (bandit?.products[at] ?? 0);
      products.push(round4(before + (x[row] as number) * (x[column] as number)));
    }
  }
  const response = x.map((value, i) =>
    round4(memoryFactor * (bandit?.response[i] ?? 0) + value * reward),
  );
  return { products, response };
}

/** The regression after the reward of an earlier batch changed by `difference`. */
export function correctBandit(
  bandit: BanditState,
  features: readonly number[],
  executed: Strategy,
  difference: number,
): BanditState {
  const x = regressors(features, executed);
  const response = bandit.response.map((value, i) => round4(value + (x[i] as number) * difference));
  return { products: bandit.products, response };
}

function precisionOf(bandit: BanditState | null, prior: number): number[] {
  const precision = bandit?.products.slice() ?? [];
  for (let row = 0, at = 0; row < REGRESSORS; row++) {
    for (let column = 0; column <= row; column++, at++) {
      precision[at] = (precision[at] ?? 0) + (row === column ? prior : 0);
    }
  }
  return precision;
}

function responseOf(bandit: BanditState | null): number[] {
  return bandit?.response ?? new Array<number>(REGRESSORS).fill(0);
}

function dot(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

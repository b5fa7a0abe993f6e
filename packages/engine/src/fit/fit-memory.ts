import { requireAnswer } from "../answer-check.ts";
import { requireFinite, requireWeights, WEIGHT_COUNT } from "../argument-checks.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { History } from "../replay.ts";
import { measureCosts } from "./answer-costs.ts";
import { fitLoss } from "./fit-loss.ts";
import { type FitData, fitData } from "./fit-sequence.ts";
import type { FitOptions, FittedWeights } from "./fit-types.ts";
import { minimise } from "./quasi-newton.ts";
import {
  type Coordinate,
  coordinatesOf,
  FIRST_STABILITIES,
  legalWeights,
  projectWeights,
  toTheta,
  toWeight,
  weightSlope,
} from "./weight-prior.ts";

/** Share of the latest targets held out to validate a fit on the earlier ones. */
const HELD_OUT_SHARE = 0.2;
/** Increase of the held-out loss that still counts as a tie, nats. */
const TIE_TOLERANCE = 1e-9;

/**
 * Memory weights of one learner, by penalized maximum likelihood.
 *
 *     minimize  Σ ω_i CE(y_i, p_i) + (shrinkage / 2) |θ|²
 *
 * p is recall after a night or more, θ the weights in units of the population's spread, ω rises
 * with recency. The weights are accepted only if a fit without the last fifth of the targets
 * predicts that fifth at least as well as the current weights. Answer costs are measured in either
 * case.
 *
 * @throws RangeError  an answer of the history or a current weight is invalid
 */
export function fitMemory(
  history: History,
  parameters: EngineParameters,
  options: FitOptions,
): FittedWeights {
  const fitted = fitWeights(history, parameters, options);
  const costs = measureCosts(history, parameters);
  return costs === undefined ? fitted : { ...fitted, costs };
}

function fitWeights(
  history: History,
  parameters: EngineParameters,
  options: FitOptions,
): FittedWeights {
  requireFinite("options.nowMs", options.nowMs);
  if (options.current !== null) requireWeights("options.current", options.current);
  for (const answer of history.answers) requireAnswer(answer);
  const current = options.current ?? parameters.memoryModel.w;
  const data = fitData(history, parameters);
  const n = data.targets;
  if (n < parameters.fit.minReviews) return refused(current, n, "too_few_reviews", 0, 0);
  const trained = Math.floor(n * (1 - HELD_OUT_SHARE));
  const trial = optimize(data, recencyWeights(n, trained, parameters), current, parameters);
  const held = heldOutWeights(n, trained);
  const before = meanLoss(data, held, current, parameters);
  const after = meanLoss(data, held, trial, parameters);
  if (after > before + TIE_TOLERANCE) return refused(current, n, "held_out_worse", before, after);
  const weights = optimize(data, recencyWeights(n, n, parameters), trial, parameters);
  return {
    weights,
    accepted: true,
    n,
    logLossBefore: before,
    logLossAfter: after,
    reason: n < parameters.fit.fullFitReviews ? "first_stabilities" : "full_fit",
  };
}

function refused(
  current: readonly number[],
  n: number,
  reason: string,
  before: number,
  after: number,
): FittedWeights {
  const weights = [...current];
  return { weights, accepted: false, n, logLossBefore: before, logLossAfter: after, reason };
}

/** ω_i = floor + (1 − floor) (i / n)^power over the first targets, 0 beyond. */
function recencyWeights(n: number, used: number, parameters: EngineParameters): Float64Array {
  const { recencyFloor, recencyPower } = parameters.fit;
  return Float64Array.from({ length: n }, (_, i) => {
    if (i >= used) return 0;
    return recencyFloor + (1 - recencyFloor) * ((i + 1) / used) ** recencyPower;
  });
}

function heldOutWeights(n: number, trained: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => (i < trained ? 0 : 1 / (n - trained)));
}

/** Weighted log loss over the targets under the given weights of the model. */
export function meanLoss(
  data: FitData,
  targetWeights: Float64Array,
  w: readonly number[],
  parameters: EngineParameters,
): number {
  const loss = fitLoss(data, targetWeights, parameters.memoryModel.forgettingCurveFloor);
  return loss.evaluate(Float64Array.from(w), new Float64Array(WEIGHT_COUNT));
}

/** Penalized maximum-likelihood weights; with few targets only the first stabilities are free. */
export function optimize(
  data: FitData,
  targetWeights: Float64Array,
  start: readonly number[],
  parameters: EngineParameters,
): number[] {
  const coordinates = coordinatesOf(parameters.memoryModel.w);
  const free = data.targets < parameters.fit.fullFitReviews ? FIRST_STABILITIES : WEIGHT_COUNT;
  const loss = fitLoss(data, targetWeights, parameters.memoryModel.forgettingCurveFloor);
  const weights = Float64Array.from(start);
  const slopes = new Float64Array(WEIGHT_COUNT);
  const { shrinkage, maxIterations } = parameters.fit;
  const setWeights = (theta: Float64Array) => {
    for (let i = 0; i < free; i++) {
      weights[i] = toWeight(theta[i] as number, coordinates[i] as Coordinate);
    }
  };
  const setTheta = (theta: Float64Array) => {
    for (let i = 0; i < free; i++) {
      theta[i] = toTheta(weights[i] as number, coordinates[i] as Coordinate);
    }
  };
  const theta = new Float64Array(free);
  setTheta(theta);
  const found = minimise(
    {
      size: free,
      evaluate(at, gradient) {
        setWeights(at);
        let value = loss.evaluate(weights, slopes);
        for (let i = 0; i < free; i++) {
          const t = at[i] as number;
          const slope = weightSlope(weights[i] as number, coordinates[i] as Coordinate);
          gradient[i] = (slopes[i] as number) * slope + shrinkage * t;
          value += (shrinkage / 2) * t * t;
        }
        return value;
      },
      project(at) {
        setWeights(at);
        projectWeights(weights, coordinates);
        setTheta(at);
      },
    },
    theta,
    maxIterations,
  );
  setWeights(found.x);
  return legalWeights(weights, coordinates);
}

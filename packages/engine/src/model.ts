import type { LearnerState } from "./learner-state/learner-types.ts";
import { type HeadPrior, headPrior } from "./memory/correction-head.ts";
import { type Core, coreOf } from "./memory/fsrs-core.ts";
import { bufferTaus } from "./memory/short-term.ts";
import type { EngineParameters } from "./parameters/parameters.ts";

/** Values that every answer needs and that depend only on the parameters. */
export interface Model {
  core: Core;
  taus: readonly number[];
  /** Pauses of at least this many days count as a night. */
  nightDays: number;
  headPrior: HeadPrior;
  /** ln of the prior median time, and of the ratio below which an answer is a guess. */
  logMedianMs: number;
  logRapidRatio: number;
  objectiveSum: number;
}

// Caches; results are the same without them.
const models = new WeakMap<EngineParameters, Model>();
const personalCores = new WeakMap<readonly number[], Core>();

export function modelOf(parameters: EngineParameters): Model {
  const known = models.get(parameters);
  if (known !== undefined) return known;
  const rules = parameters.memoryModel;
  const weights = parameters.objectiveWeights;
  const model = {
    core: coreOf(rules.w, rules.forgettingCurveFloor),
    taus: bufferTaus(parameters),
    nightDays: rules.sameDayMaxHours / 24,
    headPrior: headPrior(parameters.correction),
    logMedianMs: Math.log(parameters.responseTime.priorMedianMs),
    logRapidRatio: Math.log(parameters.responseTime.rapidGuessRatio),
    objectiveSum:
      weights.retention + weights.accuracy + weights.speed + weights.fatigue + weights.frustration,
  };
  models.set(parameters, model);
  return model;
}

/**
 * The long-term model of a learner, with fitted weights if there are any and they are enabled.
 */
export function coreFor(learner: LearnerState, parameters: EngineParameters, model: Model): Core {
  const weights = learner.fit.weights;
  if (weights === null) return model.core;
  if (parameters.featureFlags.personalWeightsEnabled === false) return model.core;
  const floor = parameters.memoryModel.forgettingCurveFloor;
  const known = personalCores.get(weights);
  if (known !== undefined && known.floor === floor) return known;
  const core = coreOf(weights, floor);
  personalCores.set(weights, core);
  return core;
}

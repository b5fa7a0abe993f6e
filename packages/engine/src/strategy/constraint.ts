import type { Mood } from "../learner-state/learner-types.ts";
import { clamp, roundHalfUp } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { Strategy } from "./strategy-types.ts";

/** Upper limit of every batch size. */
const BATCH_MAX = 50;

export type ConstraintName = "high_fatigue" | "low_attention" | "low_motivation";

export interface Constrained {
  strategy: Strategy;
  /** Constraints that changed the strategy. */
  applied: ConstraintName[];
}

/** Applies the hard limits after the merge; returns the same object if none applies. */
export function constrain(
  strategy: Strategy,
  mood: Mood,
  parameters: EngineParameters,
  skip?: ConstraintName,
): Constrained {
  const limits = parameters.constraints;
  const tired = mood.fatigue > limits.highFatigueThreshold && skip !== "high_fatigue";
  const inattentive = mood.attention < limits.lowAttentionThreshold && skip !== "low_attention";
  const unmotivated = mood.motivation < limits.lowMotivationThreshold && skip !== "low_motivation";
  if (!tired && !inattentive && !unmotivated) return { strategy, applied: [] };
  const applied: ConstraintName[] = [];
  let next = strategy;
  if (tired) next = withApplied(capWhenTired(next, limits), next, "high_fatigue", applied);
  if (inattentive) {
    next = withApplied({ ...next, reviewMode: true, newRatio: 0 }, next, "low_attention", applied);
  }
  if (unmotivated) next = withApplied(easeOff(next, limits), next, "low_motivation", applied);
  return { strategy: next, applied };
}

function withApplied(
  after: Strategy,
  before: Strategy,
  name: ConstraintName,
  applied: ConstraintName[],
): Strategy {
  if (sameStrategy(after, before)) return before;
  applied.push(name);
  return after;
}

function sameStrategy(a: Strategy, b: Strategy): boolean {
  return (
    a.difficulty === b.difficulty &&
    a.batchSize === b.batchSize &&
    a.newRatio === b.newRatio &&
    a.intervalScale === b.intervalScale &&
    a.reviewMode === b.reviewMode
  );
}

function capWhenTired(strategy: Strategy, limits: EngineParameters["constraints"]): Strategy {
  return {
    ...strategy,
    batchSize: Math.min(strategy.batchSize, limits.maxBatchSizeWhenFatigued),
    newRatio: Math.min(strategy.newRatio, limits.maxNewRatioWhenFatigued),
    difficulty: Math.min(strategy.difficulty, limits.maxDifficultyWhenFatigued),
  };
}

function easeOff(strategy: Strategy, limits: EngineParameters["constraints"]): Strategy {
  return {
    ...strategy,
    difficulty: lowerDifficulty(strategy.difficulty, limits.lowMotivationDifficultyDrop, limits),
    newRatio: Math.max(0, strategy.newRatio - limits.lowMotivationRatioDrop),
  };
}

/** Difficulty lowered by `drop`, but not below the minimum; never raised. */
export function lowerDifficulty(
  difficulty: number,
  drop: number,
  limits: EngineParameters["constraints"],
): number {
  return Math.min(difficulty, Math.max(difficulty - drop, limits.minDifficulty));
}

/** The strategy clamped to its valid ranges, the batch size rounded. */
export function clampStrategy(strategy: Strategy, parameters: EngineParameters): Strategy {
  const spread = parameters.ige.intervalScaleSpread;
  return {
    difficulty: clamp(strategy.difficulty, 0, 1),
    batchSize: clamp(roundHalfUp(strategy.batchSize), 1, BATCH_MAX),
    newRatio: clamp(strategy.newRatio, 0, 1),
    intervalScale: clamp(strategy.intervalScale, 1 - spread, 1 + spread),
    reviewMode: strategy.reviewMode,
  };
}

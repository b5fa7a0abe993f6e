import { requireFinite, requireRange } from "../argument-checks.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { clampStrategy, lowerDifficulty } from "./constraint.ts";
import type { Strategy } from "./strategy-types.ts";

const BATCH_MIN_WHEN_TIRED = 3;

/** How a session is going, as the client counts it. */
export interface SessionProgress {
  /** 0..1 */
  recentAccuracy?: number;
  masteredCount?: number;
  targetMasteryCount?: number;
}

/**
 * The strategy adjusted to the state the learner reported.
 *
 * @param userState          a case of byUserState; any other value has no effect
 * @param recentPerformance  recent accuracy, 0..1
 * @throws RangeError        recentPerformance is out of range
 */
export function adjustStrategy(
  strategy: Strategy,
  userState: string,
  recentPerformance: number,
  parameters: EngineParameters,
): Strategy {
  const valid = recentPerformance >= 0 && recentPerformance <= 1;
  requireRange("recentPerformance", recentPerformance, valid, "in [0, 1]");
  const requested = byUserState(strategy, userState, parameters);
  // The learner requested the sprint or review, so performance must not change its new-word share.
  const fixed = userState === "review" || userState === "sprint";
  const moved = byAccuracy(requested, recentPerformance, parameters);
  const next = fixed ? { ...moved, newRatio: requested.newRatio } : moved;
  return clampStrategy(next, parameters);
}

/** The strategy of a batch adjusted to the client's report on the current session. */
export function bySession(
  strategy: Strategy,
  session: SessionProgress,
  parameters: EngineParameters,
): Strategy {
  const rules = parameters.learningStrategy;
  const accuracy = session.recentAccuracy;
  const moved = accuracy === undefined ? strategy : byAccuracy(strategy, accuracy, parameters);
  const target = session.targetMasteryCount ?? 0;
  const sprint = target > 0 && (session.masteredCount ?? 0) >= rules.sprintMasteryRatio * target;
  const next = sprint && !moved.reviewMode ? { ...moved, newRatio: rules.sprintNewRatio } : moved;
  return clampStrategy(next, parameters);
}

/** Suggested difficulty of a session that starts within two hours of the previous one. */
export function crossSessionDifficulty(
  previousAccuracy: number,
  parameters: EngineParameters,
): number {
  requireFinite("previousAccuracy", previousAccuracy);
  const rules = parameters.learningStrategy;
  if (previousAccuracy >= rules.crossSessionHighAccuracy) return rules.crossSessionHighDifficulty;
  return previousAccuracy >= rules.crossSessionMediumAccuracy
    ? rules.crossSessionMediumDifficulty
    : rules.crossSessionLowDifficulty;
}

function byAccuracy(strategy: Strategy, accuracy: number, parameters: EngineParameters): Strategy {
  const rules = parameters.learningStrategy;
  if (accuracy >= rules.sessionBoostAccuracy) return stepUp(strategy, rules);
  if (accuracy > rules.sessionDropAccuracy) return strategy;
  return {
    ...strategy,
    difficulty: lowerDifficulty(
      strategy.difficulty,
      rules.difficultyDropStep,
      parameters.constraints,
    ),
    newRatio: Math.max(0, strategy.newRatio - rules.ratioDropStep),
  };
}

function byUserState(
  strategy: Strategy,
  userState: string,
  parameters: EngineParameters,
): Strategy {
  const rules = parameters.learningStrategy;
  switch (userState) {
    case "focused":
    case "engaged":
    case "confident":
      return stepUp(strategy, rules);
    case "tired":
    case "fatigued":
    case "frustrated":
    case "distracted":
      return {
        ...strategy,
        difficulty: lowerDifficulty(
          strategy.difficulty,
          rules.fatigueDifficultyDrop,
          parameters.constraints,
        ),
        newRatio: Math.max(0, strategy.newRatio - rules.ratioDropStep),
        batchSize: tiredBatch(strategy.batchSize, rules),
      };
    case "review":
      return { ...strategy, reviewMode: true, newRatio: 0 };
    case "sprint":
      return { ...strategy, newRatio: rules.sprintNewRatio };
    default:
      return strategy;
  }
}

function tiredBatch(batchSize: number, rules: EngineParameters["learningStrategy"]): number {
  const smaller = Math.max(BATCH_MIN_WHEN_TIRED, batchSize * rules.fatigueBatchScale);
  return Math.min(batchSize, smaller);
}

/** Raises difficulty and share of new words; in review mode the share stays 0. */
function stepUp(strategy: Strategy, rules: EngineParameters["learningStrategy"]): Strategy {
  return {
    ...strategy,
    difficulty: Math.min(1, strategy.difficulty + rules.difficultyBoostStep),
    newRatio: strategy.reviewMode ? 0 : Math.min(1, strategy.newRatio + rules.ratioBoostStep),
  };
}

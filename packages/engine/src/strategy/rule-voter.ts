import type { LearnerState } from "../learner-state/learner-types.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { lowerDifficulty } from "./constraint.ts";
import { defaultStrategy, type Proposal, type Strategy } from "./strategy-types.ts";

/** Deviation of success from the target that causes a change. */
const SUCCESS_MARGIN = 0.05;
/** If a backlog reduces the share of new words below this, the batch is review only. */
const REVIEW_MODE_BELOW = 0.1;

/** Due work and the usual session length, in seconds. */
export interface Backlog {
  dueSeconds: number;
  sessionSeconds: number;
}

/** Proposal by fixed rules from success, speed and backlog. */
export function proposeByRules(
  learner: LearnerState,
  backlog: Backlog | null,
  parameters: EngineParameters,
): Proposal {
  const rules = parameters.heuristic;
  const answers = learner.totalEventCount;
  const beginner = answers < rules.coldStartEventThreshold;
  const start = beginner ? beginnerStrategy(rules) : bySuccess(learner, parameters);
  const strategy = backlog === null ? start : byBacklog(start, backlog);
  const strength = rules.confidenceBase / (1 + answers / rules.confidenceDecayScale);
  return { voter: "heuristic", strategy, strength };
}

function beginnerStrategy(rules: EngineParameters["heuristic"]): Strategy {
  return {
    ...defaultStrategy(),
    difficulty: rules.coldStartDifficulty,
    batchSize: rules.coldStartBatchSize,
    newRatio: rules.coldStartNewRatio,
  };
}

function bySuccess(learner: LearnerState, parameters: EngineParameters): Strategy {
  const rules = parameters.heuristic;
  const strategy = defaultStrategy();
  const success = learner.success ?? rules.targetSuccess;
  if (success > rules.targetSuccess + SUCCESS_MARGIN && learner.medianSlowness < 0) {
    const difficulty = Math.min(1, strategy.difficulty + rules.accuracySpeedDifficultyBoost);
    return { ...strategy, difficulty };
  }
  if (success >= rules.targetSuccess - SUCCESS_MARGIN) return strategy;
  return {
    ...strategy,
    difficulty: lowerDifficulty(
      strategy.difficulty,
      rules.lowAccuracyDifficultyDrop,
      parameters.constraints,
    ),
    newRatio: Math.max(0, strategy.newRatio - rules.lowAccuracyRatioDrop),
  };
}

/** Reduces new words if more is due than fits into a session. */
function byBacklog(strategy: Strategy, backlog: Backlog): Strategy {
  if (backlog.dueSeconds <= backlog.sessionSeconds) return strategy;
  const share = strategy.newRatio * (backlog.sessionSeconds / backlog.dueSeconds);
  if (share >= REVIEW_MODE_BELOW) return { ...strategy, newRatio: share };
  return { ...strategy, newRatio: 0, reviewMode: true };
}

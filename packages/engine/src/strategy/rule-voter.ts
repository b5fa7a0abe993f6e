import type { LearnerState } from "../learner-state/learner-types.ts";
import type { Parameters } from "../parameters/parameters.ts";
import { dropped } from "./constraint.ts";
import { defaultStrategy, type Proposal, type Strategy } from "./strategy-types.ts";

/** Success this far from the target calls for a change. */
const SUCCESS_MARGIN = 0.05;
/** Below this share of new words a backlog asks for review only. */
const REVIEW_MODE_BELOW = 0.1;

/** Due work against the time the learner usually has, both in seconds; absent: no backlog. */
export interface Backlog {
  dueSeconds: number;
  sessionSeconds: number;
}

/** What fixed rules make of success, speed and backlog. */
export function proposeByRules(
  learner: LearnerState,
  backlog: Backlog | null,
  parameters: Parameters,
): Proposal {
  const rules = parameters.heuristic;
  const answers = learner.totalEventCount;
  const beginner = answers < rules.coldStartEventThreshold;
  const start = beginner ? beginnerStrategy(rules) : bySuccess(learner, parameters);
  const strategy = backlog === null ? start : byBacklog(start, backlog);
  const strength = rules.confidenceBase / (1 + answers / rules.confidenceDecayScale);
  return { voter: "heuristic", strategy, strength };
}

function beginnerStrategy(rules: Parameters["heuristic"]): Strategy {
  return {
    ...defaultStrategy(),
    difficulty: rules.coldStartDifficulty,
    batchSize: rules.coldStartBatchSize,
    newRatio: rules.coldStartNewRatio,
  };
}

function bySuccess(learner: LearnerState, parameters: Parameters): Strategy {
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
    difficulty: dropped(
      strategy.difficulty,
      rules.lowAccuracyDifficultyDrop,
      parameters.constraints,
    ),
    newRatio: Math.max(0, strategy.newRatio - rules.lowAccuracyRatioDrop),
  };
}

/** With more due work than a session holds, new words have to wait. */
function byBacklog(strategy: Strategy, backlog: Backlog): Strategy {
  if (backlog.dueSeconds <= backlog.sessionSeconds) return strategy;
  const share = strategy.newRatio * (backlog.sessionSeconds / backlog.dueSeconds);
  if (share >= REVIEW_MODE_BELOW) return { ...strategy, newRatio: share };
  return { ...strategy, newRatio: 0, reviewMode: true };
}

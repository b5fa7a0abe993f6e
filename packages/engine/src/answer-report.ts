import type { PreparedAnswer } from "./prepare-answer.ts";
import type { PlannedReview } from "./interval/next-review.ts";
import type { LearnerState, Mood } from "./learner-state/learner-types.ts";
import { userStateOf } from "./learner-state/user-state.ts";
import type { MasteryDecision } from "./mastery/mastery-level.ts";
import type { TraceStep } from "./memory/trace-update.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import { monitoringEvent } from "./monitoring/monitoring-event.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import type { RatingStep } from "./rating/elo-rating.ts";
import type { InvariantViolation, ProcessOutcome, ProcessResult, Reward } from "./result-types.ts";
import { constrain } from "./strategy/constraint.ts";
import { explain } from "./strategy/strategy-explanation.ts";

/** The results of all steps of one answer, raw values included. */
export interface StepResults {
  prepared: PreparedAnswer;
  /** Before clamping. */
  mood: Mood;
  learner: LearnerState;
  memory: WordMemory;
  change: TraceStep;
  mastery: MasteryDecision;
  review: PlannedReview;
  rated: RatingStep;
  reward: Reward;
  objective: number;
}

/** The public outcome of an answer, from the results of its steps. */
export function reportAnswer(
  steps: StepResults,
  anomalies: string[],
  found: InvariantViolation[],
): ProcessOutcome {
  const { prepared, learner, memory, mastery, review, rated, reward, objective } = steps;
  const { parameters, prediction } = prepared;
  const shown = constrain(learner.strategy.inForce, learner.mood, parameters);
  const predicted = prediction === null ? null : prediction.answer;
  const recall = { predicted, target: review.targetRecall, moves: review.moves };
  const result: ProcessResult = {
    sessionId: prepared.answer.sessionId ?? "",
    strategy: shown.strategy,
    explanation: explain(learner, shown, recall, parameters),
    state: userStateOf(learner),
    wordMastery: {
      wordId: memory.wordId,
      memoryStrength: mastery.memoryStrength,
      recallProbability: mastery.recallProbability,
      nextReviewIntervalSecs: memory.intervalSecs,
      masteryLevel: mastery.level,
    },
    reward,
    coldStartPhase: learner.phase,
  };
  const facts = {
    eventType: "answer" as const,
    isCorrect: prepared.isCorrect,
    grade: prepared.decision.grade,
    predicted:
      prediction === null ? null : { answer: prediction.answer, schedule: prediction.schedule },
    objective,
    constraints: shown.applied,
    anomalies,
    violations: found,
  };
  return {
    learner,
    memory,
    wordRating: rated.word,
    result,
    monitoring: monitoringEvent(learner, result, facts, parameters),
    fitDue: isFitDue(learner, parameters),
  };
}

/** Whether there are enough targets for a fit, and enough new ones since the last fit. */
function isFitDue(learner: LearnerState, parameters: EngineParameters): boolean {
  const { targets, reviews } = learner.fit;
  const { minReviews, growthRatio } = parameters.fit;
  return targets >= minReviews && targets >= growthRatio * reviews;
}

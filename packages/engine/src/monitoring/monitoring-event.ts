import type { Grade } from "../answer.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { drawOf, stringHash } from "../numeric/random.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import type { InvariantViolation, MonitoringEvent, ProcessResult } from "../result-types.ts";

const STORE_TAG = stringHash("store");

/** Data of a monitoring event that is not part of the result. */
export interface EventFacts {
  eventType: "answer" | "quit";
  isCorrect: boolean;
  grade: Grade | null;
  predicted: { answer: number; schedule: number } | null;
  objective: number;
  constraints: string[];
  anomalies: string[];
  violations: InvariantViolation[];
}

/** Monitoring event of one answer or quit. */
export function monitoringEvent(
  learner: LearnerState,
  result: ProcessResult,
  facts: EventFacts,
  parameters: EngineParameters,
): MonitoringEvent {
  const isAnomaly = facts.anomalies.length > 0 || facts.violations.length > 0;
  const { weights } = learner.strategy;
  return {
    eventIndex: learner.totalEventCount,
    eventType: facts.eventType,
    sessionId: result.sessionId,
    timestamp: result.state.lastActiveAt,
    isCorrect: facts.isCorrect,
    grade: facts.grade,
    predictedRecall: facts.predicted,
    userState: result.state,
    strategy: result.strategy,
    reward: result.reward,
    rewardValue: result.reward.value,
    objective: facts.objective,
    coldStartPhase: result.coldStartPhase,
    voterWeights: {
      heuristic: weights[0] as number,
      ige: weights[1] as number,
      swd: weights[2] as number,
    },
    batchId: learner.strategy.batchId,
    constraints: facts.constraints,
    selectionConstraintsMet: facts.constraints.length === 0,
    anomalies: facts.anomalies,
    isAnomaly,
    invariantViolations: facts.violations,
    store: isAnomaly || result.coldStartPhase !== null || isSampled(learner, parameters),
  };
}

/** Samples ordinary events by a hash, so that a replay stores the same ones. */
function isSampled(learner: LearnerState, parameters: EngineParameters): boolean {
  const draw = drawOf(learner.seed, 0, learner.totalEventCount, STORE_TAG);
  return draw < parameters.monitoring.sampleRate;
}

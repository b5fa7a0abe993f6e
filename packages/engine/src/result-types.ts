import type { Grade } from "./answer.ts";
import type { ColdStartPhase, LearnerState, UserState } from "./learner-state/learner-types.ts";
import type { MasteryLevel } from "./memory/word-memory.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import type { RatingState } from "./rating/rating-state.ts";
import type { Factor, Strategy } from "./strategy/strategy-types.ts";

export interface Reward {
  /** Sum of the components, clamped to −1..1. */
  value: number;
  components: {
    accuracyReward: number;
    speedReward: number;
    fatiguePenalty: number;
    frustrationPenalty: number;
    expectedForgetCost: number;
  };
}

export interface WordMasteryDecision {
  wordId: string;
  memoryStrength: number;
  recallProbability: number;
  nextReviewIntervalSecs: number;
  masteryLevel: MasteryLevel;
}

export interface ProcessResult {
  sessionId: string;
  strategy: Strategy;
  explanation: { primaryReason: string; factors: Factor[] };
  state: UserState;
  wordMastery: WordMasteryDecision | null;
  reward: Reward;
  coldStartPhase: ColdStartPhase;
}

export interface InvariantViolation {
  field: string;
  /** As text, because the value may be NaN or infinite, which JSON cannot represent. */
  value: string;
  expectedRange: string;
}

/** Monitoring data of one event; the service adds identity, latency and configuration hash. */
export interface MonitoringEvent {
  eventIndex: number;
  eventType: "answer" | "quit";
  sessionId: string;
  timestamp: number;
  isCorrect: boolean;
  grade: Grade | null;
  predictedRecall: { answer: number; schedule: number } | null;
  userState: UserState;
  strategy: Strategy;
  reward: Reward;
  rewardValue: number;
  objective: number;
  coldStartPhase: ColdStartPhase;
  voterWeights: { heuristic: number; ige: number; swd: number };
  batchId: string | null;
  constraints: string[];
  selectionConstraintsMet: boolean;
  anomalies: string[];
  isAnomaly: boolean;
  invariantViolations: InvariantViolation[];
  store: boolean;
}

export interface ProcessOutcome {
  learner: LearnerState;
  memory: WordMemory;
  wordRating: RatingState;
  result: ProcessResult;
  monitoring: MonitoringEvent;
  fitDue: boolean;
}

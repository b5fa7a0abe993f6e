export {
  type AnswerInput,
  type Context,
  type Grade,
  localDay,
  localHour,
  type Mode,
  MODES,
  type WordFacts,
} from "./answer.ts";
export { type NextReview, nextReviewAtMs } from "./interval/next-review.ts";
export type { SspPolicy } from "./interval/ssp-policy.ts";
export type { SchedulePlan } from "./interval/workload.ts";
export { createLearner } from "./learner-state/create-learner.ts";
export {
  choosePreferredHours,
  closeSession,
  hourBoost,
  type SessionSummary,
} from "./learner-state/habit.ts";
export {
  applyVisualFatigue,
  type Intervention,
  interventions,
} from "./learner-state/intervention.ts";
export type {
  ColdStartPhase,
  HabitProfile,
  HourStats,
  LearnerState,
  UserState,
} from "./learner-state/learner-types.ts";
export { userStateOf } from "./learner-state/user-state.ts";
export { halfLifeHours } from "./mastery/half-life.ts";
export {
  compositeStrength,
  evaluateMastery,
  type MasteryDecision,
  type MasteryInput,
  type MasteryLevel,
} from "./mastery/mastery-level.ts";
export { predictRecall, type PredictOptions, type Variant } from "./memory/predict-recall.ts";
export { createMemory, type Trace, type WordMemory } from "./memory/word-memory.ts";
export { defaultParameters, type Parameters } from "./parameters/parameters.ts";
export { processAnswer } from "./process-answer.ts";
export {
  createUserRating,
  createWordRating,
  expectedScore,
  rateElo,
  type RatingEvidence,
  type RatingStep,
} from "./rating/elo-rating.ts";
export type { RatingState } from "./rating/rating-state.ts";
export type {
  InvariantViolation,
  MonitoringEvent,
  ProcessOutcome,
  ProcessResult,
  Reward,
  WordMasteryDecision,
} from "./result-types.ts";
export type {
  Batch,
  BatchRequest,
  Candidate,
  Picked,
  PickRequest,
} from "./selection/candidate.ts";
export { generateOptions, type Options } from "./selection/option-choice.ts";
export { pickNext } from "./selection/pick-next.ts";
export { selectWords } from "./selection/select-words.ts";
export {
  adjustStrategy,
  crossSessionDifficulty,
  type SessionProgress,
} from "./strategy/adjust-strategy.ts";
export {
  defaultStrategy,
  type Factor,
  type Impact,
  type Strategy,
} from "./strategy/strategy-types.ts";

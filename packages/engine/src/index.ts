export {
  type AnswerInput,
  type Grade,
  localDay,
  localHour,
  type Mode,
  MODES,
  type WordFacts,
} from "./answer.ts";
export type { Context } from "./context.ts";
export { experiments } from "./experiments/experiments.ts";
export {
  type ArmStats,
  type CanaryLimits,
  type CanaryVerdict,
  judgeCanary,
} from "./experiments/canary.ts";
export type {
  Conclusion,
  ExperimentData,
  ExperimentPlan,
  GuardrailFinding,
  MetricData,
  Objection,
  PrimaryFinding,
} from "./experiments/conclude.ts";
export { applyFit } from "./fit/apply-fit.ts";
export { balancedDueAfterFit, dueAfterFit } from "./fit/due-after-fit.ts";
export { fitMemory } from "./fit/fit-memory.ts";
export type { FitOptions, FittedWeights } from "./fit/fit-types.ts";
export { type NextReview, nextReviewAtMs } from "./interval/next-review.ts";
export type { SspPolicy } from "./interval/ssp-policy.ts";
export { type RecallGoal, solveRecallIntervals } from "./interval/recall-solve.ts";
export { solveOptimalIntervals } from "./interval/ssp-solve.ts";
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
} from "./mastery/mastery-level.ts";
export { predictRecall, type PredictOptions, type Variant } from "./memory/predict-recall.ts";
export {
  createMemory,
  rightInARow,
  type MasteryLevel,
  type Trace,
  type WordMemory,
} from "./memory/word-memory.ts";
export { memoryHistory } from "./memory-history.ts";
export {
  type AutoApplyBlocker,
  autoApplyBlockers,
  type AutoApplyConditions,
} from "./parameters/auto-apply.ts";
export { canonicalJson, parametersHash } from "./parameters/hash.ts";
export { type ParameterRow, parameterTable } from "./parameters/parameter-table.ts";
export {
  type Algorithm,
  type AlgorithmStats,
  ALGORITHMS,
  createMeter,
  type Meter,
} from "./monitoring/meter.ts";
export {
  defaultParameters,
  parameterAt,
  type Parameters,
  type ParameterValue,
  withParameters,
} from "./parameters/parameters.ts";
export {
  advisorWhitelist,
  checkPatch,
  mayBeOpened,
  type PatchVerdict,
  type WhitelistEntry,
} from "./parameters/patch.ts";
export { isOptIn } from "./parameters/opt-in.ts";
export { groupOf, parametersSchema, tierOf } from "./parameters/parameters-schema.ts";
export { effectOf } from "./parameters/effects/effect-table.ts";
export {
  type Fault,
  type Leniency,
  validateParameters,
  type Validation,
} from "./parameters/validate.ts";
export {
  learnerFromJson,
  memoryFromJson,
  type StoredLearner,
  type StoredMemory,
  upgradeLearner,
  upgradeMemory,
} from "./upgrade.ts";
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
export { type History, replay, type Replayed, type ReplayOptions } from "./replay.ts";
export type {
  InvariantViolation,
  MonitoringEvent,
  ProcessOutcome,
  ProcessResult,
  Reward,
  WordMasteryDecision,
} from "./result-types.ts";
export type { Batch, BatchRequest, Candidate, Picked, PickRequest } from "./selection/candidate.ts";
export { generateOptions, type Options, type OptionSources } from "./selection/option-choice.ts";
export { pickNext } from "./selection/pick-next.ts";
export { secondsPerReview } from "./selection/review-score.ts";
export { selectWords } from "./selection/select-words.ts";
export {
  adjustStrategy,
  crossSessionDifficulty,
  type SessionProgress,
} from "./strategy/adjust-strategy.ts";
export {
  type BatchOutcome,
  creditBatch,
  batchesDueForCredit,
  type WordOutcome,
} from "./strategy/credit.ts";
export { explainInWords } from "./strategy/explanation-text.ts";
export { fadeTrust } from "./strategy/fade-trust.ts";
export {
  defaultStrategy,
  type Factor,
  type Impact,
  type Strategy,
} from "./strategy/strategy-types.ts";

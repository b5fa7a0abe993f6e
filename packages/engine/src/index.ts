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
export { applyFit, type RecallTargets, reschedule } from "./fit/apply-fit.ts";
export { balancedDueAfterFit, dueAfterFit } from "./fit/due-after-fit.ts";
export { fitMemory } from "./fit/fit-memory.ts";
export { dueFits } from "./fit/fit-sequence.ts";
export type { FitOptions, FittedWeights } from "./fit/fit-types.ts";
export {
  type Forecast,
  type ForecastRequest,
  forecastSchedule,
  type ForecastWord,
} from "./interval/goal-forecast.ts";
export {
  type GoalIntervals,
  type GoalPlan,
  type LearnerGoal,
  type LearnerSchedule,
  OWN_RECALL,
  planGoal,
  previewGoalIntervals,
  solveGoalIntervals,
} from "./interval/learner-goal.ts";
export { isCutReview, type NextReview, nextReviewAtMs } from "./interval/next-review.ts";
export type { SspPolicy } from "./interval/ssp-policy.ts";
export { type RecallGoal, solveRecallIntervals } from "./interval/recall-solve.ts";
export { solveOptimalIntervals } from "./interval/ssp-solve.ts";
export { type Balancing, balancingOf, type SchedulePlan } from "./interval/workload.ts";
export { createLearner } from "./learner-state/create-learner.ts";
export type { AnswerCosts, LearnerState } from "./learner-state/learner-types.ts";
export { halfLifeHours } from "./mastery/half-life.ts";
export { predictRecall, type PredictOptions, type Variant } from "./memory/predict-recall.ts";
export {
  createMemory,
  rightInARow,
  type MasteryLevel,
  type Trace,
  type WordMemory,
} from "./memory/word-memory.ts";
export {
  defaultParameters,
  parameterAt,
  type EngineParameters,
  type ParameterValue,
  withParameters,
} from "./parameters/parameters.ts";
export {
  type Fault,
  type Leniency,
  validateParameters,
  type Validation,
} from "./parameters/validate.ts";
export { processAnswer } from "./process-answer.ts";
export { createUserRating, createWordRating } from "./rating/elo-rating.ts";
export type { RatingState } from "./rating/rating-state.ts";
export { type History, replay, type Replayed, type ReplayOptions } from "./replay.ts";
export type { ProcessOutcome, ProcessResult, Reward, WordMasteryDecision } from "./result-types.ts";
export type { Batch, BatchRequest, Candidate, Picked, PickRequest } from "./selection/candidate.ts";
export { generateOptions, type Options, type OptionSources } from "./selection/option-choice.ts";
export { pickNext } from "./selection/pick-next.ts";
export { secondsPerReview } from "./selection/review-score.ts";
export { selectWords } from "./selection/select-words.ts";
export type { Strategy } from "./strategy/strategy-types.ts";

import type { AnswerInput } from "./answer.ts";
import type { Context } from "./context.ts";
import { reportAnswer, type StepResults } from "./answer-report.ts";
import { prepareAnswer, type PreparedAnswer } from "./prepare-answer.ts";
import { type PlannedReview, planReview } from "./interval/next-review.ts";
import { calibrationError, checkAnomalies, nextCalibration } from "./learner-state/calibration.ts";
import { stepLearner } from "./learner-state/learner-step.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { type MasteryDecision, masteryAfter } from "./mastery/mastery-level.ts";
import { learnHead, nextSessionMeans } from "./memory/correction-head.ts";
import { stepMemory } from "./memory/memory-step.ts";
import { meanRecall } from "./memory/short-term.ts";
import type { WordMemory } from "./memory/word-memory.ts";
import { violations } from "./monitoring/invariant-check.ts";
import { DAY_MS, DAY_SECS } from "./numeric/durations.ts";
import type { EngineParameters } from "./parameters/parameters.ts";
import { nextPhase } from "./rating/cold-start.ts";
import { rateElo, type RatingStep } from "./rating/elo-rating.ts";
import type { ProcessOutcome, Reward } from "./result-types.ts";
import { addBatchReward } from "./strategy/pending-batch.ts";
import { objectiveOf, rewardOf } from "./strategy/reward.ts";

/** Lets a test corrupt raw values, to show that every invariant can be violated. */
export type Tamper = (steps: StepResults) => StepResults;

/** The steps of one answer to a word, in order. */
export function runAnswerSteps(
  before: LearnerState,
  memoryBefore: WordMemory,
  answer: AnswerInput,
  parameters: EngineParameters,
  context: Context,
  tamper?: Tamper,
): ProcessOutcome {
  const { meter } = context;
  meter?.start();
  const prepared = prepareAnswer(before, memoryBefore, answer, parameters, context);
  const { learner, raw } = stepLearner(before, prepared, parameters);
  const { memory, change } = stepMemory(memoryBefore, prepared, parameters);
  meter?.lap("mdm");
  const mastery = masteryAfter(memory, prepared, parameters);
  meter?.lap("mastery");
  const review = planReview(learner, memory, prepared);
  schedule(prepared, memory, mastery, review);
  meter?.lap("interval");
  const recall = meanRecall(review.curve.blend, review.days);
  const reward = stepReward(prepared, learner, recall);
  const { isCorrect, model } = prepared;
  const objective = objectiveOf(reward, isCorrect, recall, parameters, model.objectiveSum);
  learnCorrection(prepared, learner);
  meter?.lap("head");
  const anomalies = stepCalibration(prepared, learner);
  const rated = stepRating(prepared, learner, memory);
  meter?.lap("rating");
  const steps = {
    prepared,
    mood: raw,
    learner,
    memory,
    change,
    mastery,
    review,
    rated,
    reward,
    objective,
  };
  const found = violations(tamper === undefined ? steps : tamper(steps));
  reward.value = Math.min(Math.max(reward.value, -1), 1);
  addBatchReward(learner, context.batchId, (reward.value + objective) / 2);
  return reportAnswer(steps, anomalies, found);
}

/** Writes level and due date into the new memory, and the time when the level changed. */
function schedule(
  prepared: PreparedAnswer,
  memory: WordMemory,
  mastery: MasteryDecision,
  review: PlannedReview,
): void {
  const { atMs } = prepared;
  if (mastery.level === "MASTERED" && memory.level !== "MASTERED") memory.masteredAtMs = atMs;
  if (mastery.level === "FORGOTTEN" && memory.level !== "FORGOTTEN") memory.forgottenAtMs = atMs;
  memory.level = mastery.level;
  memory.dueAtMs = atMs + Math.round(review.days * DAY_MS);
  memory.intervalSecs = Math.round(review.days * DAY_SECS);
}

function stepReward(prepared: PreparedAnswer, learner: LearnerState, recall: number): Reward {
  const { answer, timing, parameters } = prepared;
  return rewardOf(
    {
      isCorrect: answer.isCorrect,
      hintUsed: answer.hintUsed === true,
      rapid: timing.rapid,
      slowness: timing.slowness,
      fatigue: learner.mood.fatigue,
      motivation: learner.mood.motivation,
      meanRecall: recall,
    },
    parameters,
  );
}

/** Trains the correction head on the prediction made before the answer, in the set used for it. */
function learnCorrection(prepared: PreparedAnswer, learner: LearnerState): void {
  const { prediction, model } = prepared;
  if (prediction === null || prediction.example === null) return;
  const { example } = prediction;
  const sameDay = prediction.sameDay === true;
  const outcome = prepared.isCorrect === true ? 1 : 0;
  const { long, short, sessionMeans } = learner.head;
  const learned = learnHead(sameDay ? short : long, model.headPrior, example, outcome);
  learner.head = {
    long: sameDay ? long : learned,
    short: sameDay ? learned : short,
    sessionMeans: nextSessionMeans(sessionMeans, example.signals),
  };
}

function stepCalibration(prepared: PreparedAnswer, learner: LearnerState): string[] {
  const { prediction, parameters } = prepared;
  const rules = parameters.monitoring;
  const outcome = prepared.isCorrect === true ? 1 : 0;
  const rapid = prepared.rapidGuess === true;
  const predicted = prediction === null ? null : prediction.answer;
  const next = nextCalibration(learner.calibration, predicted, outcome, rapid, rules);
  const checked = checkAnomalies(next, calibrationError(next), rules);
  learner.calibration = checked.calibration;
  return checked.anomalies;
}

/** Updates both ratings, then the cold-start phase, which depends on them. */
function stepRating(
  prepared: PreparedAnswer,
  learner: LearnerState,
  memory: WordMemory,
): RatingStep {
  const { parameters, context, userRating, wordRating } = prepared;
  const rates = context.rates !== false;
  const rated = rates
    ? rateElo(userRating, wordRating, prepared, parameters)
    : { user: userRating, word: wordRating };
  // Three decimals are precise enough for the limit and keep the memory small.
  const shift = memory.ratingShift + rated.word.elo - wordRating.elo;
  memory.ratingShift = Math.round(shift * 1000) / 1000 + 0;
  if (rates) learner.rating = rated.user;
  const { information } = rated.user;
  learner.phase = nextPhase(learner.phase, learner.totalEventCount, information, parameters);
  return rated;
}

import type { AnswerInput, Context } from "./answer.ts";
import { openSetting, type Setting } from "./answer-setting.ts";
import { type PlannedReview, planReview } from "./interval/next-review.ts";
import { calibrationError, checkAnomalies, nextCalibration } from "./learner-state/calibration.ts";
import { type LearnerStep, moveLearner } from "./learner-state/learner-step.ts";
import type { LearnerState } from "./learner-state/learner-types.ts";
import { userStateOf } from "./learner-state/user-state.ts";
import { evaluateMastery, type MasteryDecision } from "./mastery/mastery-level.ts";
import { learnHead, nextSessionMeans } from "./memory/correction-head.ts";
import { type MemoryStep, stepMemory } from "./memory/memory-step.ts";
import { populationRecall } from "./memory/predict-recall.ts";
import { meanRecall } from "./memory/short-term.ts";
import { recentAccuracy, type WordMemory } from "./memory/word-memory.ts";
import { type RawStep, violations } from "./monitoring/invariant-check.ts";
import { monitoringEvent } from "./monitoring/monitoring-event.ts";
import { stateBytes } from "./monitoring/state-size.ts";
import type { Parameters } from "./parameters/parameters.ts";
import { nextPhase } from "./rating/cold-start.ts";
import { netShiftLimit, rateElo, type RatingStep } from "./rating/elo-rating.ts";
import type { InvariantViolation, ProcessOutcome, ProcessResult, Reward } from "./result-types.ts";
import { constrain } from "./strategy/constraint.ts";
import { earnInBatch } from "./strategy/pending-batch.ts";
import { objectiveOf, rewardOf } from "./strategy/reward.ts";
import { explain } from "./strategy/strategy-explanation.ts";

const DAY_SECS = 86_400;
const DAY_MS = 86_400_000;

/** Lets a test spoil the raw values of a step, to see that every invariant can fire. */
export type Tamper = (raw: RawStep) => RawStep;

/** The steps of one answer to a word, in order. */
export function runAnswerSteps(
  learner: LearnerState,
  memory: WordMemory,
  answer: AnswerInput,
  parameters: Parameters,
  context: Context,
  tamper?: Tamper,
): ProcessOutcome {
  const { meter } = context;
  meter?.start();
  const setting = openSetting(learner, memory, answer, parameters, context);
  const moved = stepLearner(setting);
  const remembered = stepWordMemory(setting);
  meter?.lap("mdm");
  const mastery = stepMastery(setting, remembered.memory);
  meter?.lap("mastery");
  const review = planReview(moved.learner, remembered.memory, setting);
  schedule(setting, remembered.memory, mastery, review);
  meter?.lap("interval");
  const recall = meanRecall(review.curve.blend, review.days);
  const reward = stepReward(setting, moved.learner, recall);
  const objective = objectiveOf(reward, recall, parameters, setting.model.objectiveSum);
  learnCorrection(setting, moved.learner);
  meter?.lap("head");
  const anomalies = stepCalibration(setting, moved.learner);
  const rated = stepRating(setting, moved.learner, remembered.memory);
  meter?.lap("rating");
  const raw = rawStep(setting, moved, remembered, review, reward);
  const found = violations(tamper === undefined ? raw : tamper(raw));
  reward.value = Math.min(Math.max(reward.value, -1), 1);
  earnInBatch(moved.learner, context.batchId, (reward.value + objective) / 2);
  const steps = { setting, moved, remembered, mastery, review, rated, reward, objective };
  return report(steps, anomalies, found);
}

function stepLearner(setting: Setting): LearnerStep {
  const { learner, memory, answer, parameters, prediction, atMs } = setting;
  const overnight = prediction !== null && !prediction.sameDay;
  const { trace } = memory;
  return moveLearner(
    learner,
    {
      answer,
      atMs,
      mode: setting.mode,
      timing: setting.timing,
      expected: setting.expected,
      populationRecall:
        overnight && trace !== null ? populationRecall(trace, atMs, setting.model) : null,
      dayPrediction: overnight ? prediction.answer : null,
    },
    parameters,
  );
}

function stepWordMemory(setting: Setting): MemoryStep {
  const { memory, answer, atMs, mode, decision, timing, prediction, context } = setting;
  return stepMemory(
    setting.core,
    memory,
    {
      answer,
      atMs,
      mode,
      decision,
      slowness: timing.slowness,
      rapid: timing.rapid,
      sameDay: prediction?.sameDay ?? false,
      facts: context.word,
    },
    setting.parameters,
  );
}

function stepMastery(setting: Setting, memory: WordMemory): MasteryDecision {
  const { answer, parameters, prediction, mode } = setting;
  const window = parameters.memoryModel.masteryWindowSize;
  return evaluateMastery(
    {
      attempts: memory.attempts,
      prediction: prediction === null ? null : prediction.answer,
      isCorrect: answer.isCorrect,
      mode,
      choiceCount: answer.choiceCount,
      stabilityDays: memory.trace?.stability ?? 0,
      accuracy: recentAccuracy(memory.outcomes, memory.attempts, window),
      streak: memory.streak,
    },
    parameters,
  );
}

/** Writes level and due date into the new memory; an edge is where the level changes. */
function schedule(
  setting: Setting,
  memory: WordMemory,
  mastery: MasteryDecision,
  review: PlannedReview,
): void {
  const { atMs } = setting;
  if (mastery.level === "MASTERED" && memory.level !== "MASTERED") memory.masteredAtMs = atMs;
  if (mastery.level === "FORGOTTEN" && memory.level !== "FORGOTTEN") memory.forgottenAtMs = atMs;
  memory.level = mastery.level;
  memory.dueAtMs = atMs + Math.round(review.days * DAY_MS);
  memory.intervalSecs = Math.round(review.days * DAY_SECS);
}

function stepReward(setting: Setting, learner: LearnerState, recall: number): Reward {
  const { answer, timing, parameters } = setting;
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

/** The head learns from the prediction made before the answer, in the set that made it. */
function learnCorrection(setting: Setting, learner: LearnerState): void {
  const { prediction, answer, model } = setting;
  if (prediction === null || prediction.lesson === null) return;
  const { line, signals, logit } = prediction.lesson;
  const { head } = learner;
  const lesson = { line, signals, logit, outcome: answer.isCorrect ? 1 : 0 };
  const set = prediction.sameDay ? head.short : head.long;
  const learned = learnHead(set, model.headPrior, lesson);
  learner.head = {
    long: prediction.sameDay ? head.long : learned,
    short: prediction.sameDay ? learned : head.short,
    sessionMeans: nextSessionMeans(head.sessionMeans, signals.session),
  };
}

function stepCalibration(setting: Setting, learner: LearnerState): string[] {
  const { prediction, answer, timing, parameters } = setting;
  const rules = parameters.monitoring;
  const outcome = answer.isCorrect ? 1 : 0;
  const predicted = prediction === null ? null : prediction.answer;
  const next = nextCalibration(learner.calibration, predicted, outcome, timing.rapid, rules);
  const checked = checkAnomalies(next, calibrationError(next), rules);
  learner.calibration = checked.calibration;
  return checked.anomalies;
}

/** Ratings, and with the ability they reveal the phase of a new learner. */
function stepRating(setting: Setting, learner: LearnerState, memory: WordMemory): RatingStep {
  const { answer, parameters, context, userRating, wordRating } = setting;
  const rates = context.rates !== false;
  const evidence = {
    isCorrect: answer.isCorrect,
    firstExposure: setting.prediction === null,
    prediction: setting.expected,
    guess: setting.guess,
    rapidGuess: setting.timing.rapid,
    repeatedToday: setting.repeatedToday,
    netShift: memory.ratingShift,
  };
  const rated = rates
    ? rateElo(userRating, wordRating, evidence, parameters)
    : { user: userRating, word: wordRating };
  // Thousandths are enough for a guard, and the memory stays small.
  const shift = memory.ratingShift + rated.word.elo - wordRating.elo;
  memory.ratingShift = Math.round(shift * 1000) / 1000 + 0;
  if (rates) learner.rating = rated.user;
  const { information } = rated.user;
  learner.phase = nextPhase(learner.phase, learner.totalEventCount, information, parameters);
  return rated;
}

function rawStep(
  setting: Setting,
  moved: LearnerStep,
  remembered: MemoryStep,
  review: PlannedReview,
  reward: Reward,
): RawStep {
  const { parameters, memory, wordRating } = setting;
  const { ratingShift } = remembered.memory;
  return {
    mood: moved.raw,
    memory: remembered,
    success: setting.decision.grade > 1,
    prediction: setting.prediction,
    review,
    intervalSecsBefore: memory.intervalSecs,
    reward,
    ratingShift,
    ratingLimit: Math.max(netShiftLimit(wordRating, parameters), Math.abs(memory.ratingShift)),
    backwardsMs: setting.backwardsMs,
    stateBytes: stateBytes(moved.learner),
    parameters,
  };
}

interface Steps {
  setting: Setting;
  moved: LearnerStep;
  remembered: MemoryStep;
  mastery: MasteryDecision;
  review: PlannedReview;
  rated: RatingStep;
  reward: Reward;
  objective: number;
}

/** Everything the caller gets to see, from the steps' outcomes. */
function report(steps: Steps, anomalies: string[], found: InvariantViolation[]): ProcessOutcome {
  const { setting, moved, remembered, mastery, review, rated, reward } = steps;
  const { answer, parameters, prediction } = setting;
  const { learner } = moved;
  const shown = constrain(learner.strategy.inForce, learner.mood, parameters);
  const predicted = prediction === null ? null : prediction.answer;
  const recall = { predicted, target: review.targetRecall };
  const result: ProcessResult = {
    sessionId: answer.sessionId ?? "",
    strategy: shown.strategy,
    explanation: explain(learner.strategy, shown, learner.mood, recall, parameters),
    state: userStateOf(learner),
    wordMastery: {
      wordId: remembered.memory.wordId,
      memoryStrength: mastery.memoryStrength,
      recallProbability: mastery.recallProbability,
      nextReviewIntervalSecs: remembered.memory.intervalSecs,
      masteryLevel: mastery.level,
    },
    reward,
    coldStartPhase: learner.phase,
  };
  const facts = {
    eventType: "answer" as const,
    isCorrect: answer.isCorrect,
    grade: setting.decision.grade,
    predicted:
      prediction === null ? null : { answer: prediction.answer, schedule: prediction.schedule },
    objective: steps.objective,
    constraints: shown.applied,
    anomalies,
    violations: found,
  };
  return {
    learner,
    memory: remembered.memory,
    wordRating: rated.word,
    result,
    monitoring: monitoringEvent(learner, result, facts, parameters),
    fitDue: isFitDue(learner, parameters),
  };
}

/** Enough new targets since the last fit, and enough at all. */
function isFitDue(learner: LearnerState, parameters: Parameters): boolean {
  const { targets, reviews } = learner.fit;
  const { minReviews, growthRatio } = parameters.fit;
  return targets >= minReviews && targets >= growthRatio * reviews;
}

import type { LearnerState } from "../learner-state/learner-types.ts";
import { requireAmount, requireEach } from "../argument-checks.ts";
import { DAY_MS } from "../numeric/durations.ts";
import { clamp, ema } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { correctBandit, updateBandit } from "./bandit-voter.ts";
import { historyEntry, withReward } from "./history-voter.ts";
import {
  type PendingBatch,
  type Strategy,
  type StrategyState,
  unpackStrategy,
  round4,
  USUAL_BATCH_SIZE,
} from "./strategy-types.ts";

/** Recall above or below the target by this much counts as full success or failure. */
const RECALL_SPAN = 0.5;
/** Reward per unit of ln(stability) gained per minute. */
const GAIN_WEIGHT = 0.5;
/** Squared distance at which the closeness of a proposal is 1/e. */
const CLOSENESS_SPAN = 0.1;
const MEAN_STEP_MIN = 0.05;

/** Outcome of one word of a batch. */
export interface WordOutcome {
  /** Recall aimed for at the review. */
  targetRecall: number;
  /** null: not reviewed yet. */
  isCorrect: boolean | null;
  reviewedAtMs: number | null;
  /** Predicted recall at the end of the horizon; used if there was no review. */
  predictedRecall: number;
  /** ln(stability after / stability before the review). */
  stabilityGain: number;
  /** Duration of the review, s. */
  seconds: number;
}

export interface BatchOutcome {
  batchId: string;
  /** Share of the batch that was answered, 0..1; absent: from the number of answers. */
  completionShare?: number;
  /** Absent: so far only the session reward is known. */
  words?: WordOutcome[];
}

/**
 * Credits a batch with its reward: first for the session, later corrected by the next reviews.
 *
 * The bandit and the history learn from the executed strategy. The trust in each voter changes by
 * how close its own proposal was to it. A batch without answers earns nothing and is removed; one
 * that is not pending is ignored.
 *
 * @throws RangeError  a number of the outcome is not finite
 */
export function creditBatch(
  learner: LearnerState,
  outcome: BatchOutcome,
  parameters: EngineParameters,
): LearnerState {
  requireOutcome(outcome);
  const { strategy } = learner;
  const batch = strategy.pending.find(({ id }) => id === outcome.batchId);
  if (batch === undefined) return learner;
  const others = strategy.pending.filter((other) => other !== batch);
  if (batch.answers === 0) {
    return { ...learner, strategy: { ...strategy, pending: others } };
  }
  const reward = rewardOfBatch(batch, outcome, parameters);
  const updated =
    batch.credited === null
      ? firstCredit(strategy, batch, reward, parameters)
      : correctedCredit(strategy, batch, reward - batch.credited, reward, parameters);
  const finished = outcome.words !== undefined;
  const credited = round4(reward);
  const pending = finished ? others : [...others, { ...batch, credited }];
  return { ...learner, strategy: { ...updated, pending } };
}

function requireOutcome({ completionShare, words = [] }: BatchOutcome): void {
  requireAmount("outcome.completionShare", completionShare);
  for (const { isCorrect: _, reviewedAtMs, ...numbers } of words) {
    requireEach("outcome.words", { ...numbers, reviewedAtMs: reviewedAtMs ?? 0 });
  }
}

/** Ids of the pending batches whose horizon for the next reviews has passed. */
export function batchesDueForCredit(
  learner: LearnerState,
  nowMs: number,
  parameters: EngineParameters,
): string[] {
  const horizonMs = parameters.credit.horizonDays * DAY_MS;
  return learner.strategy.pending
    .filter((batch) => nowMs - batch.atMs >= horizonMs)
    .map(({ id }) => id);
}

function rewardOfBatch(
  batch: PendingBatch,
  outcome: BatchOutcome,
  parameters: EngineParameters,
): number {
  const { reviewShare, horizonDays } = parameters.credit;
  const counted = batch.words > 0 ? Math.min(1, batch.answers / batch.words) : 1;
  const session = (batch.rewardSum / batch.answers) * (outcome.completionShare ?? counted);
  const words = outcome.words;
  if (words === undefined || words.length === 0) return session;
  const endMs = batch.atMs + horizonDays * DAY_MS;
  return (1 - reviewShare) * session + reviewShare * reviewReward(words, endMs);
}

/** Success against the target plus stability gained per minute, −1..1. */
function reviewReward(words: readonly WordOutcome[], endMs: number): number {
  let success = 0;
  let gain = 0;
  let seconds = 0;
  for (const word of words) {
    const inTime = word.reviewedAtMs !== null && word.reviewedAtMs <= endMs;
    const reviewed = inTime && word.isCorrect !== null;
    const y = reviewed ? (word.isCorrect === true ? 1 : 0) : word.predictedRecall;
    success += (y - word.targetRecall) / RECALL_SPAN;
    if (!reviewed) continue;
    gain += word.stabilityGain;
    seconds += word.seconds;
  }
  const perMinute = seconds > 0 ? gain / (seconds / 60) : 0;
  const reward = success / words.length + GAIN_WEIGHT * perMinute;
  return clamp(reward, -1, 1);
}

function firstCredit(
  strategy: StrategyState,
  batch: PendingBatch,
  reward: number,
  parameters: EngineParameters,
): StrategyState {
  const { features } = batch;
  const executed = unpackStrategy(batch.executed);
  const entry = historyEntry(features, executed, reward, batch.atMs);
  const credited = strategy.creditedBatches + 1;
  const step = Math.max(1 / credited, MEAN_STEP_MIN);
  const meanReward = ema(strategy.meanReward, reward, step);
  const memoryFactor = parameters.ige.memoryFactor;
  return {
    ...strategy,
    bandit: updateBandit(strategy.bandit, features, executed, reward, memoryFactor),
    history: [...strategy.history, entry].slice(-parameters.swd.maxHistorySize),
    trust: nextTrust(strategy.trust, batch, (1 + reward - meanReward) / 2, parameters),
    creditedBatches: credited,
    meanReward,
  };
}

function correctedCredit(
  strategy: StrategyState,
  batch: PendingBatch,
  difference: number,
  reward: number,
  parameters: EngineParameters,
): StrategyState {
  const { features } = batch;
  const executed = unpackStrategy(batch.executed);
  const before = historyEntry(features, executed, batch.credited ?? 0, batch.atMs).join();
  const at = strategy.history.findLastIndex((entry) => entry.join() === before);
  const entry = strategy.history[at];
  const { bandit, history } = strategy;
  const rate = parameters.feature.trustBaseLearningRate;
  return {
    ...strategy,
    bandit: bandit === null ? null : correctBandit(bandit, features, executed, difference),
    history: entry === undefined ? history : history.with(at, withReward(entry, reward)),
    trust: strategy.trust.map((trust, i) =>
      clamp(trust + (rate * closeness(batch, i) * difference) / 2, 0, 1),
    ),
  };
}

/**
 * Moves the trust in each voter toward the target times the closeness of its proposal. A disabled
 * voter made no proposal and keeps its trust.
 */
function nextTrust(
  trust: readonly number[],
  batch: PendingBatch,
  target: number,
  parameters: EngineParameters,
): number[] {
  const rate = parameters.feature.trustBaseLearningRate;
  return trust.map((value, i) =>
    hasProposed(batch, i)
      ? clamp(value + rate * (closeness(batch, i) * target - value), 0, 1)
      : value,
  );
}

function hasProposed(batch: PendingBatch, voterIndex: number): boolean {
  return (batch.proposals[voterIndex] ?? null) !== null;
}

function closeness(batch: PendingBatch, voterIndex: number): number {
  const proposal = batch.proposals[voterIndex];
  if (proposal === undefined || proposal === null) return 0;
  const apart = distance(unpackStrategy(proposal), unpackStrategy(batch.executed));
  return Math.exp(-apart / CLOSENESS_SPAN);
}

/** Squared distance of two strategies, each dimension scaled to about 0..1. */
function distance(a: Strategy, b: Strategy): number {
  return (
    (a.difficulty - b.difficulty) ** 2 +
    ((a.batchSize - b.batchSize) / USUAL_BATCH_SIZE) ** 2 +
    (shareOf(a) - shareOf(b)) ** 2 +
    (a.intervalScale - b.intervalScale) ** 2
  );
}

function shareOf(strategy: Strategy): number {
  return strategy.reviewMode ? 0 : strategy.newRatio;
}

/** Composition of the next batch. */
export interface Strategy {
  /** 0..1 */
  difficulty: number;
  /** 1..50 words */
  batchSize: number;
  /** Share of new words, 0..1. */
  newRatio: number;
  /** Factor on intervals, 1 ± the configured spread. */
  intervalScale: number;
  /** Review only. */
  reviewMode: boolean;
}

/** Unit in which batch sizes are compared, in words. */
export const USUAL_BATCH_SIZE = 20;

export function defaultStrategy(): Strategy {
  return {
    difficulty: 0.5,
    batchSize: 10,
    newRatio: 0.3,
    intervalScale: 1,
    reviewMode: false,
  };
}

export type Voter = "heuristic" | "ige" | "swd";

/** The strategy one voter proposes, and its strength (0..1). */
export interface Proposal {
  voter: Voter;
  strategy: Strategy;
  strength: number;
}

/** A strategy as five numbers: the learner's state holds many, and field names take space. */
export type PackedStrategy = number[];

export function packStrategy(strategy: Strategy): PackedStrategy {
  return [
    round4(strategy.difficulty),
    round4(strategy.batchSize),
    round4(strategy.newRatio),
    round4(strategy.intervalScale),
    strategy.reviewMode ? 1 : 0,
  ];
}

/** Inverse of {@link packStrategy}, up to rounding. */
export function unpackStrategy(packed: PackedStrategy): Strategy {
  return {
    difficulty: packed[0] as number,
    batchSize: packed[1] as number,
    newRatio: packed[2] as number,
    intervalScale: packed[3] as number,
    reviewMode: packed[4] === 1,
  };
}

/** Rounds to four decimals: keeps the state small and is finer than rewards can be measured. */
export function round4(x: number): number {
  return Math.round(x * 1e4) / 1e4 + 0;
}

/** A batch given to the learner that has not received its final reward. */
export interface PendingBatch {
  id: string;
  atMs: number;
  words: number;
  /** Features of the learner's state when the batch was chosen. */
  features: number[];
  executed: PackedStrategy;
  /** In the order heuristic, ige, swd; null for a voter that did not take part. */
  proposals: (PackedStrategy | null)[];
  /** Unit of the review scores; a repeated request uses it again. */
  gainRate: number;
  /** Sum of the rewards of the answers so far. */
  rewardSum: number;
  answers: number;
  /** Reward credited so far; null before the first credit. */
  credited: number | null;
}

/** Evidence of the contextual bandit: lower triangle of X'X, row by row, and X'r. */
export interface BanditState {
  products: number[];
  response: number[];
}

/** One remembered batch, with rounded numbers to keep the state small. */
export type HistoryEntry = number[];

/** Strategy part of the learner's state. */
export interface StrategyState {
  inForce: Strategy;
  batchId: string | null;
  /** Weights of the voters in the current strategy, in the order heuristic, ige, swd. */
  weights: number[];
  trust: number[];
  creditedBatches: number;
  meanReward: number;
  bandit: BanditState | null;
  history: HistoryEntry[];
  pending: PendingBatch[];
  /**
   * Explanation of the current strategy: fatigue, attention and motivation first, then success,
   * ability, backlog and the voters. Empty before the first batch.
   */
  factors: Factor[];
  primaryReason: string;
}

export type Impact = "positive" | "negative" | "neutral";

export interface Factor {
  name: string;
  value: number;
  impact: Impact;
}

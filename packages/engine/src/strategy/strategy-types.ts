/** How the next batch is to be. */
export interface Strategy {
  /** 0..1 */
  difficulty: number;
  /** 1..50 words */
  batchSize: number;
  /** Share of new words, 0..1. */
  newRatio: number;
  /** Factor on intervals, 1 give or take the allowed spread. */
  intervalScale: number;
  /** Review only. */
  reviewMode: boolean;
}

/** Words in a usual batch: the unit in which batch sizes are compared. */
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

/** What one voter wants, and how sure it is (0..1). */
export interface Proposal {
  voter: Voter;
  strategy: Strategy;
  strength: number;
}

/** A strategy as five numbers: many wait in a learner's state, and names would fill it. */
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

/** What {@link packStrategy} packed, to four decimals. */
export function unpackStrategy(packed: PackedStrategy): Strategy {
  return {
    difficulty: packed[0] as number,
    batchSize: packed[1] as number,
    newRatio: packed[2] as number,
    intervalScale: packed[3] as number,
    reviewMode: packed[4] === 1,
  };
}

/** Four decimals keep the learner's state small and are finer than any reward is known. */
export function round4(x: number): number {
  return Math.round(x * 1e4) / 1e4 + 0;
}

/** A batch that was handed out and whose reward is still coming. */
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
  /** Sum of the answers' session rewards and their number so far. */
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

/** One remembered batch, all numbers rounded so that the state stays small. */
export type HistoryEntry = number[];

/** What the strategy room remembers about a learner. */
export interface StrategyState {
  inForce: Strategy;
  batchId: string | null;
  /** Shares the voters had in the strategy in force, in the order heuristic, ige, swd. */
  weights: number[];
  trust: number[];
  creditedBatches: number;
  meanReward: number;
  bandit: BanditState | null;
  history: HistoryEntry[];
  pending: PendingBatch[];
  /**
   * What the strategy in force came from: fatigue, attention and motivation first, then success,
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

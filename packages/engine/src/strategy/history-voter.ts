import { HOUR_MS } from "../numeric/durations.ts";
import { clamp } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import {
  defaultStrategy,
  type HistoryEntry,
  type Proposal,
  type Strategy,
} from "./strategy-types.ts";

/** The voter compares the first seven of the eight state features. */
const COMPARED = 7;
const REWARD_AT = 12;
const HOURS_AT = 13;
/** Reward differences below this do not show which strategy was better. */
const REWARD_SPREAD_MIN = 0.02;

/** History entry of a batch: state, executed (not proposed) strategy, reward, hour. */
export function historyEntry(
  features: readonly number[],
  executed: Strategy,
  reward: number,
  atMs: number,
): HistoryEntry {
  const state = features.slice(0, COMPARED).map(percent);
  const done = [
    percent(executed.difficulty),
    executed.batchSize,
    percent(executed.newRatio),
    percent(executed.intervalScale),
    executed.reviewMode ? 1 : 0,
  ];
  return [...state, ...done, Math.round(reward * 1000) + 0, Math.round(atMs / HOUR_MS)];
}

/** The same entry with another reward. */
export function withReward(entry: HistoryEntry, reward: number): HistoryEntry {
  return entry.with(REWARD_AT, Math.round(reward * 1000) + 0);
}

/** A remembered batch as the voter uses it. */
export interface RememberedBatch {
  entry: HistoryEntry;
  reward: number;
  /** Weight by age, halved with every half-life. */
  ageWeight: number;
}

/** The remembered batches with a sufficient reward, weighted by age. */
export function rememberedBatches(
  history: readonly HistoryEntry[],
  atMs: number,
  rules: EngineParameters["swd"],
): RememberedBatch[] {
  const known: RememberedBatch[] = [];
  for (const entry of history) {
    const reward = (entry[REWARD_AT] as number) / 1000;
    if (!(reward > rules.historyFilterThreshold)) continue;
    const ageDays = Math.max(0, atMs / HOUR_MS - (entry[HOURS_AT] as number)) / 24;
    known.push({ entry, reward, ageWeight: 2 ** (-ageDays / rules.halfLifeDays) });
  }
  return known;
}

/**
 * What worked in similar situations: kernel regression over remembered batches.
 *
 * The proposal is the local mean of the executed strategies, moved toward those with more than
 * the local mean reward, so that it can move beyond the strategies tried so far.
 */
export function proposeByHistory(
  known: readonly RememberedBatch[],
  features: readonly number[],
  rules: EngineParameters["swd"],
): Proposal {
  const width = 2 * rules.bandwidth ** 2;
  const weights = known.map(
    ({ entry, ageWeight }) => Math.exp(-distance(entry, features) / width) * ageWeight,
  );
  let total = 0;
  let squares = 0;
  for (const weight of weights) {
    total += weight;
    squares += weight * weight;
  }
  if (total < 1e-9) {
    const strength = rules.fallbackConfidence;
    return { voter: "swd", strategy: defaultStrategy(), strength };
  }
  const effective = (total * total) / squares;
  const strategy = localBest(known, weights, total);
  return { voter: "swd", strategy, strength: 1 - 1 / (1 + effective) };
}

function localBest(
  known: readonly RememberedBatch[],
  weights: readonly number[],
  total: number,
): Strategy {
  const { excess, spread } = excessRewards(known, weights, total);
  const scale = Math.max(spread, REWARD_SPREAD_MIN * total);
  const best = (column: number) => {
    const at = COMPARED + column;
    const values = known.map(({ entry }) => entry[at] ?? 0);
    let sum = 0;
    for (let i = 0; i < values.length; i++) sum += (weights[i] as number) * (values[i] as number);
    const mean = sum / total;
    let pull = 0;
    for (let i = 0; i < values.length; i++) {
      pull += (excess[i] as number) * ((values[i] as number) - mean);
    }
    return mean + pull / scale;
  };
  return {
    difficulty: clamp(best(0) / 100, 0, 1),
    batchSize: Math.max(1, best(1)),
    newRatio: clamp(best(2) / 100, 0, 1),
    intervalScale: best(3) / 100,
    reviewMode: best(4) > 0.5,
  };
}

/** Weighted reward of each batch above the local mean, and the weighted spread of the rewards. */
function excessRewards(
  known: readonly RememberedBatch[],
  weights: readonly number[],
  total: number,
) {
  let sum = 0;
  for (let i = 0; i < known.length; i++) sum += (weights[i] as number) * rewardAt(known, i);
  const mean = sum / total;
  const excess = known.map(({ reward }, i) => (weights[i] as number) * (reward - mean));
  let spread = 0;
  for (let i = 0; i < known.length; i++) {
    spread += (weights[i] as number) * Math.abs(rewardAt(known, i) - mean);
  }
  return { excess, spread };
}

function rewardAt(known: readonly RememberedBatch[], i: number): number {
  return (known[i] as RememberedBatch).reward;
}

/** Squared distance of a remembered state from the current one. */
function distance(entry: HistoryEntry, features: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < COMPARED; i++) {
    sum += ((entry[i] as number) / 100 - (features[i] ?? 0)) ** 2;
  }
  return sum;
}

function percent(x: number): number {
  return Math.round(x * 100) + 0;
}

import type { Parameters } from "../parameters/parameters.ts";
import {
  defaultStrategy,
  type HistoryEntry,
  type Proposal,
  type Strategy,
} from "./strategy-types.ts";

/** Of the eight state features the voter compares the first seven. */
const COMPARED = 7;
const REWARD_AT = 12;
const HOURS_AT = 13;
const HOUR_MS = 3_600_000;
/** Rewards this close together say nothing about which strategy was better. */
const REWARD_SPREAD_MIN = 0.02;

/** A batch to remember: state, what was executed (never what was wished), reward, hour. */
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

/**
 * What worked in situations like this one: kernel regression over remembered batches.
 *
 * The proposal is the local mean of executed strategies, moved towards those that earned more
 * than the local mean reward, so it can learn away from where it started.
 */
export function proposeByHistory(
  history: readonly HistoryEntry[],
  features: readonly number[],
  atMs: number,
  parameters: Parameters,
): Proposal {
  const rules = parameters.swd;
  const known = history
    .filter((entry) => (entry[REWARD_AT] as number) / 1000 > rules.historyFilterThreshold)
    .map((entry) => ({ entry, weight: kernel(entry, features, atMs, rules) }));
  const total = known.reduce((sum, { weight }) => sum + weight, 0);
  if (total < 1e-9) {
    const strength = rules.fallbackConfidence;
    return { voter: "swd", strategy: defaultStrategy(), strength };
  }
  const squares = known.reduce((sum, { weight }) => sum + weight * weight, 0);
  const effective = (total * total) / squares;
  return { voter: "swd", strategy: localBest(known, total), strength: 1 - 1 / (1 + effective) };
}

interface Weighted {
  entry: HistoryEntry;
  weight: number;
}

function localBest(known: readonly Weighted[], total: number): Strategy {
  const reward = (entry: HistoryEntry) => (entry[REWARD_AT] as number) / 1000;
  const meanReward = known.reduce((s, { entry, weight }) => s + weight * reward(entry), 0) / total;
  const spread = known.reduce(
    (sum, { entry, weight }) => sum + weight * Math.abs(reward(entry) - meanReward),
    0,
  );
  const best = (column: number) => {
    const at = COMPARED + column;
    const mean = known.reduce((s, { entry, weight }) => s + weight * (entry[at] ?? 0), 0) / total;
    const pull = known.reduce(
      (sum, { entry, weight }) =>
        sum + weight * (reward(entry) - meanReward) * ((entry[at] ?? 0) - mean),
      0,
    );
    return mean + pull / Math.max(spread, REWARD_SPREAD_MIN * total);
  };
  return {
    difficulty: bounded(best(0) / 100),
    batchSize: Math.max(1, best(1)),
    newRatio: bounded(best(2) / 100),
    intervalScale: best(3) / 100,
    reviewMode: best(4) > 0.5,
  };
}

/** Nearness of a remembered state, halved with age. */
function kernel(
  entry: HistoryEntry,
  features: readonly number[],
  atMs: number,
  rules: Parameters["swd"],
): number {
  let distance = 0;
  for (let i = 0; i < COMPARED; i++) {
    distance += ((entry[i] as number) / 100 - (features[i] ?? 0)) ** 2;
  }
  const ageDays = Math.max(0, atMs / HOUR_MS - (entry[HOURS_AT] as number)) / 24;
  return Math.exp(-distance / (2 * rules.bandwidth ** 2)) * 2 ** (-ageDays / rules.halfLifeDays);
}

function percent(x: number): number {
  return Math.round(x * 100) + 0;
}

function bounded(x: number): number {
  return Math.min(Math.max(x, 0), 1);
}

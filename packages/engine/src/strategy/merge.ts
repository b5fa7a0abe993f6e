import type { EngineParameters } from "../parameters/parameters.ts";
import { clampStrategy } from "./constraint.ts";
import {
  defaultStrategy,
  type Proposal,
  type Strategy,
  type StrategyState,
  type Voter,
} from "./strategy-types.ts";

export const VOTERS: readonly Voter[] = ["heuristic", "ige", "swd"];

export interface Merged {
  strategy: Strategy;
  /** Share of each voter, in the order of VOTERS; the sum is 1, or 0 without proposals. */
  weights: number[];
}

/** Merges the proposals: weighted means, and a weighted majority for the review mode. */
export function mergeProposals(
  proposals: readonly Proposal[],
  state: StrategyState,
  parameters: EngineParameters,
): Merged {
  if (proposals.length === 0) return { strategy: defaultStrategy(), weights: [0, 0, 0] };
  const weights = voterWeights(proposals, state, parameters);
  const weightOf = (proposal: Proposal) => weights[VOTERS.indexOf(proposal.voter)] as number;
  const mean = (value: (strategy: Strategy) => number) =>
    proposals.reduce((sum, p) => sum + weightOf(p) * value(p.strategy), 0);
  const strategy = {
    difficulty: mean((s) => s.difficulty),
    batchSize: mean((s) => s.batchSize),
    newRatio: mean((s) => s.newRatio),
    intervalScale: mean((s) => s.intervalScale),
    reviewMode: mean((s) => (s.reviewMode ? 1 : 0)) > 0.5,
  };
  return { strategy: clampStrategy(strategy, parameters), weights };
}

/**
 * Weights of the voters that made a proposal.
 *
 * Trust is blended in only after enough credited batches; until then the rules have extra weight.
 */
function voterWeights(
  proposals: readonly Proposal[],
  state: StrategyState,
  parameters: EngineParameters,
): number[] {
  const rules = parameters.ensemble;
  if (!parameters.featureFlags.ensembleEnabled) return onlyMostTrusted(proposals, state);
  const warmingUp = state.creditedBatches < rules.warmupSamples;
  const grown = (state.creditedBatches - rules.warmupSamples) / rules.blendScale;
  const share = warmingUp ? 0 : Math.min(grown, rules.blendMax);
  const base = [rules.baseWeightHeuristic, rules.baseWeightIge, rules.baseWeightSwd];
  const raw = VOTERS.map((_, i) => {
    const blended = (1 - share) * (base[i] as number) + share * (state.trust[i] as number);
    const boost = warmingUp && i === 0 ? rules.warmupHeuristicBoost : 0;
    return Math.max(rules.minWeight, blended) + boost;
  });
  const strengths = VOTERS.map((voter) => strengthOf(proposals, voter));
  const sum = strengths.reduce((total, strength) => total + strength, 0);
  // If all voters present have strength 0 (the bandit alone, without evidence), they count equally:
  // weights of 0 would give a strategy of zeros.
  const votes = sum > 0 ? strengths : VOTERS.map((voter) => (isPresent(proposals, voter) ? 1 : 0));
  const shares = normalized(raw);
  return normalized(votes.map((vote, i) => (shares[i] as number) * vote));
}

function isPresent(proposals: readonly Proposal[], voter: Voter): boolean {
  return proposals.some((proposal) => proposal.voter === voter);
}

function onlyMostTrusted(proposals: readonly Proposal[], state: StrategyState): number[] {
  let best = -1;
  for (const [i, voter] of VOTERS.entries()) {
    if (!isPresent(proposals, voter)) continue;
    if (best < 0 || (state.trust[i] as number) > (state.trust[best] as number)) best = i;
  }
  return VOTERS.map((_, i) => (i === best ? 1 : 0));
}

function strengthOf(proposals: readonly Proposal[], voter: Voter): number {
  // Rounding can make the strength of a bandit without evidence slightly negative.
  return Math.max(0, proposals.find((proposal) => proposal.voter === voter)?.strength ?? 0);
}

function normalized(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0);
  return sum > 0 ? values.map((value) => value / sum) : values.map(() => 0);
}

import { ATTENTION_AT_REST, attentionAfter } from "../learner-state/mood.ts";
import type { LearnerState, Mood } from "../learner-state/learner-types.ts";
import type { Meter } from "../monitoring/meter.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { bySession, type SessionProgress } from "./adjust-strategy.ts";
import { type BanditDraw, drawBandit, proposeByBandit } from "./bandit-voter.ts";
import { clampStrategy, type ConstraintName, constrain } from "./constraint.ts";
import { proposeByHistory, type RememberedBatch, rememberedBatches } from "./history-voter.ts";
import { mergeProposals, VOTERS } from "./merge.ts";
import { type Backlog, proposeByRules } from "./rule-voter.ts";
import { demandOf, impactOf } from "./strategy-explanation.ts";
import { featureList, type StateFeatures, stateFeatures } from "./strategy-features.ts";
import {
  type Factor,
  packStrategy,
  type Proposal,
  type Strategy,
  unpackStrategy,
  type Voter,
} from "./strategy-types.ts";

/** Factor on the bandit's spread in the Explore phase. */
const EXPLORE_FACTOR = 1.5;

/** Inputs of a decision other than the learner. */
export interface Situation {
  atMs: number;
  seed: number;
  /** Identifies the batch; the same key gives the same random draws. */
  key: string;
  backlog: Backlog | null;
  session: SessionProgress;
  meter?: Meter | undefined;
}

export interface Decision {
  strategy: Strategy;
  /** State features the learning voters used. */
  features: number[];
  proposals: Proposal[];
  weights: number[];
  constraints: ConstraintName[];
  evidence: Evidence;
}

/** What the learning voters use independently of the features; computed when first needed. */
interface Evidence {
  drawn: BanditDraw | null;
  remembered: RememberedBatch[] | null;
}

/** The strategy of the next batch: voters, merge, the client's report, then hard limits. */
export function decideStrategy(
  learner: LearnerState,
  situation: Situation,
  parameters: EngineParameters,
): Decision {
  const evidence = { drawn: null, remembered: null };
  return decide(inputsOf(learner, situation, evidence, parameters), parameters);
}

/** Everything that influences a decision, so that an explanation can leave out single factors. */
interface Inputs {
  learner: LearnerState;
  situation: Situation;
  features: StateFeatures;
  evidence: Evidence;
  /** An earlier decision on the same evidence; null for the first one. */
  decided: Decision | null;
  without: Voter | null;
}

function inputsOf(
  learner: LearnerState,
  situation: Situation,
  evidence: Evidence,
  parameters: EngineParameters,
): Inputs {
  const features = stateFeatures(learner, situation.backlog, situation.atMs, parameters);
  return { learner, situation, features, evidence, decided: null, without: null };
}

function decide(inputs: Inputs, parameters: EngineParameters): Decision {
  const { learner, situation, evidence } = inputs;
  const features = featureList(inputs.features);
  situation.meter?.start();
  const proposals = propose(inputs, features, parameters);
  const merged = mergeProposals(proposals, learner.strategy, parameters);
  const asked = bySession(merged.strategy, situation.session, parameters);
  const limited = constrain(asked, moodAt(learner, situation.atMs, parameters), parameters);
  situation.meter?.lap("ensemble");
  return {
    // Rounded as it is stored, because a repeated request must give the same strategy.
    strategy: unpackStrategy(packStrategy(clampStrategy(limited.strategy, parameters))),
    features,
    proposals,
    weights: merged.weights,
    constraints: limited.applied,
    evidence,
  };
}

/**
 * The mood with the attention that a pause has restored. Otherwise a learner who gets no new words
 * and has nothing to review could give no answer that ends this.
 */
function moodAt(
  { mood, lastAtMs }: LearnerState,
  atMs: number,
  { fatigueDecay }: EngineParameters,
): Mood {
  const gapSecs = (atMs - (lastAtMs ?? atMs)) / 1000;
  return { ...mood, attention: attentionAfter(mood.attention, gapSecs, fatigueDecay) };
}

function propose(inputs: Inputs, features: number[], parameters: EngineParameters): Proposal[] {
  const { learner, situation, without } = inputs;
  const { heuristicEnabled, igeEnabled, swdEnabled } = parameters.featureFlags;
  const proposals: Proposal[] = [];
  if (heuristicEnabled && without !== "heuristic") {
    proposals.push(proposeByRules(learner, situation.backlog, parameters));
    situation.meter?.lap("heuristic");
  }
  if (igeEnabled && without !== "ige") {
    proposals.push(
      reusedProposal("ige", inputs, features) ?? byBandit(inputs, features, parameters),
    );
    situation.meter?.lap("ige");
  }
  if (swdEnabled && without !== "swd") {
    proposals.push(
      reusedProposal("swd", inputs, features) ?? byHistory(inputs, features, parameters),
    );
    situation.meter?.lap("swd");
  }
  return proposals;
}

/** A learning voter's earlier proposal for the same features and evidence. */
function reusedProposal(
  voter: Voter,
  { decided }: Inputs,
  features: number[],
): Proposal | undefined {
  if (decided?.features.every((value, i) => value === features[i]) !== true) return undefined;
  return decided.proposals.find((proposal) => proposal.voter === voter);
}

function byBandit(inputs: Inputs, features: number[], parameters: EngineParameters): Proposal {
  const { learner, situation, evidence } = inputs;
  const { seed, key } = situation;
  const exploration = learner.phase === "Explore" ? EXPLORE_FACTOR : 1;
  const draw = { seed, key, exploration };
  evidence.drawn ??= drawBandit(learner.strategy.bandit, draw, parameters.ige);
  return proposeByBandit(evidence.drawn, features, parameters.ige);
}

function byHistory(inputs: Inputs, features: number[], parameters: EngineParameters): Proposal {
  const { learner, situation, evidence } = inputs;
  evidence.remembered ??= rememberedBatches(
    learner.strategy.history,
    situation.atMs,
    parameters.swd,
  );
  return proposeByHistory(evidence.remembered, features, parameters.swd);
}

/** The impact of each factor, found by deciding again without it. */
export function explainDecision(
  learner: LearnerState,
  situation: Situation,
  decision: Decision,
  parameters: EngineParameters,
): { factors: Factor[]; primaryReason: string } {
  // Without the meter: the repeated decisions must not be counted.
  const { evidence } = decision;
  const unmetered = { ...situation, meter: undefined };
  const all = { ...inputsOf(learner, unmetered, evidence, parameters), decided: decision };
  const factors: Factor[] = [];
  let primaryReason = "default_strategy";
  let largest = 1e-9;
  for (const { name, value, inputs } of ablationsOf(all, decision, parameters)) {
    const without = decide(inputs, parameters).strategy;
    const change = Math.abs(demandOf(decision.strategy) - demandOf(without));
    const impact = impactOf(decision.strategy, without);
    factors.push({ name, value, impact });
    if (change <= largest || name.startsWith("voter:")) continue;
    largest = change;
    primaryReason = reasonOf(name, impact === "positive");
  }
  return { factors, primaryReason };
}

/** One factor and the inputs without it. */
interface Ablation {
  name: string;
  value: number;
  /** The inputs with this factor at its neutral value. */
  inputs: Inputs;
}

function ablationsOf(whole: Inputs, decision: Decision, parameters: EngineParameters): Ablation[] {
  const { learner, features, situation } = whole;
  const target = parameters.heuristic.targetSuccess;
  const backlog = situation.backlog;
  const ablations: Ablation[] = [
    { name: "fatigue", value: features.fatigue, inputs: withMood(whole, { fatigue: 0 }) },
    {
      name: "attention",
      value: features.attention,
      inputs: withMood(whole, { attention: ATTENTION_AT_REST }),
    },
    { name: "motivation", value: features.motivation, inputs: withMood(whole, { motivation: 0 }) },
    {
      name: "successRate",
      value: learner.success ?? target,
      inputs: { ...whole, learner: { ...learner, success: target } },
    },
    {
      name: "abilityMargin",
      value: features.margin,
      inputs: { ...whole, features: { ...features, margin: 0 } },
    },
    {
      name: "backlog",
      value: backlog === null ? 0 : backlog.dueSeconds,
      inputs: {
        ...whole,
        situation: { ...situation, backlog: null },
        features: { ...features, backlog: 0 },
      },
    },
  ];
  for (const [i, voter] of VOTERS.entries()) {
    const value = decision.weights[i] as number;
    const inputs = { ...whole, without: voter };
    if (value > 0) ablations.push({ name: `voter:${voter}`, value, inputs });
  }
  return ablations;
}

function withMood(
  whole: Inputs,
  neutral: Partial<Pick<StateFeatures, "fatigue" | "attention" | "motivation">>,
): Inputs {
  const { learner, features } = whole;
  return {
    ...whole,
    learner: { ...learner, mood: { ...learner.mood, ...neutral } },
    features: { ...features, ...neutral },
  };
}

/** Reason key of each factor: the first if it raises the demand, the second if it lowers it. */
const REASONS: Readonly<Record<string, readonly [more: string, less: string]>> = {
  fatigue: ["rested", "high_fatigue"],
  attention: ["good_attention", "low_attention"],
  motivation: ["good_motivation", "low_motivation"],
  successRate: ["success_above_target", "success_below_target"],
  abilityMargin: ["ability_above_start", "ability_below_start"],
  backlog: ["no_backlog", "review_backlog"],
};

function reasonOf(name: string, more: boolean): string {
  return REASONS[name]?.[more ? 0 : 1] ?? "default_strategy";
}

import { requireRange } from "../argument-checks.ts";
import type { LearnerState } from "../learner-state/learner-types.ts";
import { type EngineParameters, withParameters } from "../parameters/parameters.ts";
import {
  clampDifficulty,
  clampStability,
  coreOf,
  firstDifficulty,
  firstStability,
} from "../memory/fsrs-core.ts";
import { type Search, solveRecallTable } from "./recall-solve.ts";
import type { SspPolicy } from "./ssp-policy.ts";
import { type SolvedTable, valueAt } from "./value-iteration.ts";

/** What a learner wants from the schedule. */
export type LearnerGoal =
  | { readonly kind: "remember_most" | "balanced" | "learn_fastest" }
  | { readonly kind: "own_recall"; readonly recall: number };

/** Recall targets of one learner, in place of the parameters' own. Plain data. */
export type LearnerSchedule =
  | { readonly kind: "recall"; readonly recall: number }
  | { readonly kind: "policy"; readonly policy: SspPolicy };

/** Recall that a learner may ask for. */
export const OWN_RECALL = { min: 0.7, max: 0.97 } as const;

/** The problem that recall targets are solved for; equal problems share a solution. */
export interface GoalIntervals {
  readonly weights: readonly number[];
  /** Cost of a forgotten word over that of a remembered one, ≥ 1. */
  readonly forgetRatio: number;
  /** Value of knowing a word for one day, in answers to a remembered word. */
  readonly knownDay: number;
  /** Minimum and maximum target recall. */
  readonly recallMin: number;
  readonly recallMax: number;
  /** Used instead if solved targets would hardly be better; null: solved targets always apply. */
  readonly fixedRecall: number | null;
  /** How far targets go from the fixed recall toward the solved ones, 0..1; 1: all the way. */
  readonly trust: number;
}

/** How to reach a goal for one learner: a fixed recall, or intervals to solve first. */
export type GoalPlan =
  | { readonly kind: "recall"; readonly recall: number }
  | {
      readonly kind: "intervals";
      readonly intervals: GoalIntervals;
      /** Applies until the intervals are solved. */
      readonly recall: number;
    };

/** Recall before the weights are known; null: the parameters' own. */
const RECALL_AT_FIRST = { remember_most: 0.94, balanced: null, learn_fastest: 0.86 } as const;

/** Chosen on simulated learners. */
const TERMS = {
  remember_most: { knownDay: 0.4, recallMin: 0.7, recallMax: 0.99 },
  balanced: { knownDay: 0.08, recallMin: 0.8, recallMax: 0.91 },
  learn_fastest: { knownDay: 0.03, recallMin: 0.7, recallMax: 0.9 },
} as const;

/**
 * By its own model, a solved schedule beats a fixed recall for everybody. If it saves less than
 * this share of all costs, the model's error is larger than the gain. Chosen on simulated learners.
 */
const GAIN_MIN = 0.05;

/**
 * How far targets go toward the solved ones for learners who chose no goal.
 *
 * Weights are fitted to answers near the fixed recall. Far from it, the growth of stability is the
 * model's guess, and memories differ there. The first half of the way brings at least two thirds of
 * the saving by the model itself, and halves the loss where growth is flatter. Chosen on simulated
 * learners, decision 38.
 */
const TRUST = 0.5;

/** Learners who chose a goal get its targets exactly as solved. */
const CONFIDENT = { fixedRecall: null, trust: 1 } as const;

/** Learning lasts years; ten are practically unlimited. */
const HORIZON_DAYS = 3650;

/** Only ratios of costs matter; with this unit the solver's threshold has its usual meaning. */
const RECALL_COST = 3;

/** Comparing all targets in every sweep takes four times as long and finds the same ones. */
const PREVIEW_SEARCH = { improveEvery: 6 } as const;
const PREVIEW = { "ssp.rStep": 0.03, "ssp.convergenceThreshold": 1, "ssp.maxIterations": 80 };

/**
 * Plans how this learner reaches the goal.
 *
 * Until weights and answer times are known, recall is fixed. After that, targets keep the most
 * words known for the time that answers take; the goal sets the value of a known day.
 *
 * @returns null: the parameters decide, because the learner chose no goal and either nothing is
 *   known yet or the operator chose intervals
 */
export function planGoal(
  goal: LearnerGoal,
  learner: Pick<LearnerState, "fit">,
  parameters: EngineParameters,
): GoalPlan | null {
  if (goal.kind === "own_recall") return { kind: "recall", recall: ownRecall(goal.recall) };
  if (goal.kind === "balanced" && hasOwnTargets(parameters)) return null;
  const first = RECALL_AT_FIRST[goal.kind];
  const { weights, costs } = learner.fit;
  const isKnown = weights !== null && costs !== undefined;
  if (!isKnown || !parameters.featureFlags.personalWeightsEnabled) {
    return first === null ? null : { kind: "recall", recall: first };
  }
  const forgetRatio = roundedRatio(costs.forgetSecs / costs.recallSecs);
  const recall = first ?? parameters.memoryModel.baseDesiredRetention;
  const careful = goal.kind === "balanced" ? { fixedRecall: recall, trust: TRUST } : CONFIDENT;
  const intervals = { weights, forgetRatio, ...TERMS[goal.kind], ...careful };
  return { kind: "intervals", intervals, recall };
}

function ownRecall(recall: number): number {
  const { min, max } = OWN_RECALL;
  requireRange("goal.recall", recall, recall >= min && recall <= max, `${min} to ${max}`);
  return recall;
}

/** Whether the operator has chosen recall targets that depend on the word. */
function hasOwnTargets({ featureFlags, memoryModel }: EngineParameters): boolean {
  return featureFlags.sspEnabled || memoryModel.gspMaturityBandDays > 0;
}

/** In steps of a tenth: targets hardly change within one, and learners can share solutions. */
function roundedRatio(ratio: number): number {
  return Math.round(Math.max(1, ratio) * 10) / 10;
}

/**
 * Solves a learner's intervals, in a few tenths of a second with the parameters' grid.
 *
 * If they would save less than {@link GAIN_MIN} of the cost of the fixed recall, every word gets
 * that recall; otherwise targets go toward the solved ones by the share `trust`.
 */
export function solveGoalIntervals(
  intervals: GoalIntervals,
  parameters: EngineParameters,
  { improveEvery }: Pick<Search, "improveEvery"> = {},
): SspPolicy {
  const { weights, forgetRatio, knownDay, recallMin, recallMax, fixedRecall, trust } = intervals;
  const { rMax, rStep } = parameters.ssp;
  const rMin = Math.min(Math.max(recallMin, parameters.ssp.rMin), rMax - rStep);
  const rules = withParameters(parameters, {
    "ssp.recallCost": RECALL_COST,
    "ssp.forgetCost": forgetRatio * RECALL_COST,
    "ssp.rMin": rMin,
    "ssp.rMax": Math.min(Math.max(recallMax, rMin + rStep), rMax),
  });
  const goal = { secondsPerKnownDay: knownDay * RECALL_COST, horizonDays: HORIZON_DAYS };
  const solved = solveRecallTable(weights, rules, goal, { improveEvery });
  if (fixedRecall === null) return solved.policy;
  const fixed = solveRecallTable(weights, rules, goal, { actions: [fixedRecall] });
  const costOf = (table: SolvedTable) => costOfNewWords(table, weights, parameters);
  if (costOf(solved) > (1 - GAIN_MIN) * costOf(fixed)) return fixed.policy;
  return between(fixedRecall, solved.policy, trust);
}

/** Targets a share of the way from one recall to those of a policy. */
function between(from: number, to: SspPolicy, share: number): SspPolicy {
  const recalls = to.recalls.map((recall) => from + share * (recall - from));
  // Rounded: the extra digits of rounding errors would double the size of the stored table.
  return { ...to, recalls: recalls.map((recall) => Math.round(recall * 1e6) / 1e6) };
}

/** Expected cost after the first answer to new words, half of them unknown and half known. */
function costOfNewWords(
  table: SolvedTable,
  weights: readonly number[],
  { memoryModel }: EngineParameters,
): number {
  const core = coreOf(weights, memoryModel.forgettingCurveFloor);
  const costs = ([1, 3] as const).map((grade) =>
    valueAt(table, {
      stability: clampStability(firstStability(core, grade)),
      difficulty: clampDifficulty(firstDifficulty(core, grade)),
    }),
  );
  return costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
}

/** The same on a coarse grid, in a fraction of the time, to preview a goal. */
export function previewGoalIntervals(
  intervals: GoalIntervals,
  parameters: EngineParameters,
): SspPolicy {
  return solveGoalIntervals(intervals, withParameters(parameters, PREVIEW), PREVIEW_SEARCH);
}

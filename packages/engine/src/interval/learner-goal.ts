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

/** What a learner wants of the schedule. */
export type LearnerGoal =
  | { readonly kind: "remember_most" | "balanced" | "learn_fastest" }
  | { readonly kind: "own_recall"; readonly recall: number };

/** Recall targets of one learner, in place of the parameters' own. Plain data. */
export type LearnerSchedule =
  | { readonly kind: "recall"; readonly recall: number }
  | { readonly kind: "policy"; readonly policy: SspPolicy };

/** Recall that a learner may ask for. */
export const OWN_RECALL = { min: 0.7, max: 0.97 } as const;

/** What recall targets are solved for; equal ones have the same solution. */
export interface GoalIntervals {
  readonly weights: readonly number[];
  /** Cost of a forgotten word over that of a remembered one, ≥ 1. */
  readonly forgetRatio: number;
  /** Value of knowing a word for one day, in answers to a remembered word. */
  readonly knownDay: number;
  /** Minimum and maximum target recall. */
  readonly recallMin: number;
  readonly recallMax: number;
  /** Asked for instead where solved targets would hardly be better; null: they always apply. */
  readonly fixedRecall: number | null;
  /** How far targets go from the fixed recall towards the solved ones, 0..1; 1: all the way. */
  readonly trust: number;
}

/** How a goal is reached for one learner: a fixed recall, or intervals to be solved first. */
export type GoalPlan =
  | { readonly kind: "recall"; readonly recall: number }
  | {
      readonly kind: "intervals";
      readonly intervals: GoalIntervals;
      /** Until the intervals are solved. */
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
 * By its own model a solved schedule is better than a fixed recall for everybody. Below this share
 * of all costs the error of the model is larger than the gain. Chosen on simulated learners.
 */
const GAIN_MIN = 0.05;

/**
 * How far the targets of those who chose nothing go towards the solved ones.
 *
 * Weights are fitted to answers near the fixed recall; how stability grows far from it is the
 * model's guess, and kinds of memory differ in it. By the model itself two thirds of the saving and
 * more lie in the first half of the way; where growth is flatter, the loss is half. Chosen on
 * simulated learners, decision 38.
 */
const TRUST = 0.5;

/** Who chose a goal gets its targets as they are solved. */
const CONFIDENT = { fixedRecall: null, trust: 1 } as const;

/** Learning goes on for years; ten are practically unlimited. */
const HORIZON_DAYS = 3650;

/** Only ratios of costs matter; with this unit the solver's threshold has its usual meaning. */
const RECALL_COST = 3;

/** Comparing all targets in every sweep finds the same ones in four times the time. */
const PREVIEW_SEARCH = { improveEvery: 6 } as const;
const PREVIEW = { "ssp.rStep": 0.03, "ssp.convergenceThreshold": 1, "ssp.maxIterations": 80 };

/**
 * How a goal is reached for this learner.
 *
 * Until weights and answer times are known, recall is fixed. Then the targets are those that keep
 * most words known for the time that answers take; the goal says what a known day is worth.
 *
 * @returns null: the parameters decide, because the learner has chosen nothing and either nothing
 *   is known yet or the operator has chosen intervals
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

/** To steps of a tenth: the targets hardly depend on it, and few solutions serve everybody. */
function roundedRatio(ratio: number): number {
  return Math.round(Math.max(1, ratio) * 10) / 10;
}

/**
 * Solves a learner's intervals: some tenths of a second with the parameters' grid.
 *
 * Where they would save less than {@link GAIN_MIN} of what the fixed recall costs, the targets are
 * that recall for every word; elsewhere they go towards the solved ones as far as they are trusted.
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

/** Expected cost after the first answer to a new word, unknown or known, in equal parts. */
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

/** The same on a coarse grid, in a fraction of the time: to show what a goal would mean. */
export function previewGoalIntervals(
  intervals: GoalIntervals,
  parameters: EngineParameters,
): SspPolicy {
  return solveGoalIntervals(intervals, withParameters(parameters, PREVIEW), PREVIEW_SEARCH);
}

import {
  clampStability,
  type Core,
  coreOf,
  longTermPause,
  longTermRecall,
  nextDifficulty,
  nextStability,
} from "../memory/fsrs-core.ts";
import type { Grade } from "../answer.ts";
import { requireWeights } from "../argument-checks.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { actionGrid, DIFFICULTIES, gridPosition, stabilityGrid } from "./ssp-grid.ts";
import type { SspPolicy } from "./ssp-policy.ts";
import { iterateValues, mixed, type SolvedTable } from "./value-iteration.ts";

const GRADES: readonly Grade[] = [1, 2, 3, 4];
/** Cost of Hard, Good and Easy relative to a normal success. */
const SUCCESS_COST: readonly number[] = [1.5, 1, 0.75];

/**
 * Recall targets that bring a word to the target stability at minimum expected cost.
 *
 *     V(D,S) = min_R { (1 − R)(c_f + γ V(lapse)) + R Σ π_G (c_G + γ V(G)) }
 *
 * Values of next states are interpolated in the table: rounding to the nearest state would add
 * stability at no cost.
 *
 * @param weights  the 21 weights of the long-term model
 * @throws RangeError  not 21 weights, or one is not finite
 *
 * Source: Ye, Su and Cao, KDD 2022; SSP-MMC on FSRS.
 */
export function solveOptimalIntervals(
  weights: readonly number[],
  parameters: EngineParameters,
): SspPolicy {
  return solveTable(weights, parameters).policy;
}

/** The solution with its values; `actions` restricts the search, for comparisons. */
export function solveTable(
  weights: readonly number[],
  parameters: EngineParameters,
  actions: readonly number[] = actionGrid(parameters.ssp),
): SolvedTable {
  requireWeights("weights", weights);
  const rules = parameters.ssp;
  const stabilities = stabilityGrid(rules);
  const core = coreOf(weights, parameters.memoryModel.forgettingCurveFloor);
  const table = transitions(core, stabilities, actions, rules);
  const { length: columns } = stabilities;
  const { discountFactor } = rules;
  const solved = iterateValues(stabilities, actions, rules, {
    costOf: (values, state, action) =>
      expectedCost(table, columns, state, action, values, discountFactor),
    isTerminal: (state) => table.terminal[state] === 1,
  });
  fillTerminalStates(solved.policy.recalls, table.terminal, columns);
  return solved;
}

/**
 * Terminal states have no action. Interpolation just below the target reads them too, so they get
 * the recall of the last state before them.
 */
function fillTerminalStates(recalls: number[], terminal: Uint8Array, columns: number): void {
  for (let state = 1; state < recalls.length; state++) {
    if (terminal[state] === 1 && state % columns > 0) recalls[state] = recalls[state - 1] as number;
  }
}

/** Transitions in flat arrays, indexed by state, action and grade. */
export interface Transitions {
  actions: number;
  /** Recall at the review by state and action, after a pause of at least one day. */
  recall: Float64Array;
  /** Cost of an answer by state and grade, s, not weighted by its probability. */
  cost: Float64Array;
  share: Float64Array;
  /** Position of the next state by state, action and grade. */
  state: Int32Array;
  across: Float64Array;
  down: Float64Array;
  /** 1 if the target is reached. */
  terminal: Uint8Array;
}

/** The transitions of every action from every state. */
export function transitions(
  core: Core,
  stabilities: readonly number[],
  actions: readonly number[],
  rules: EngineParameters["ssp"],
): Transitions {
  const states = DIFFICULTIES.length * stabilities.length;
  const cells = states * actions.length;
  const table: Transitions = {
    actions: actions.length,
    recall: new Float64Array(cells),
    cost: new Float64Array(states * GRADES.length),
    share: gradeShares(rules),
    state: new Int32Array(cells * GRADES.length),
    across: new Float64Array(cells * GRADES.length),
    down: new Float64Array(cells * GRADES.length),
    terminal: new Uint8Array(states),
  };
  const logs = stabilities.map(Math.log);
  for (let state = 0; state < states; state++) {
    const stability = stabilities[state % stabilities.length] as number;
    const difficulty = DIFFICULTIES[Math.floor(state / stabilities.length)] as number;
    table.terminal[state] = stability >= rules.targetStabilityDays ? 1 : 0;
    for (const [g, cost] of costsAt(stability, difficulty, rules).entries()) {
      table.cost[state * GRADES.length + g] = cost;
    }
    for (const [a, action] of actions.entries()) {
      const pause = Math.max(1, longTermPause(core, action, stability));
      const recall = longTermRecall(core, pause, stability);
      const cell = state * actions.length + a;
      table.recall[cell] = recall;
      for (const [g, grade] of GRADES.entries()) {
        const before = { stability, difficulty };
        const after = clampStability(nextStability(core, before, recall, grade, false));
        const harder = nextDifficulty(core, difficulty, grade);
        const position = gridPosition(stabilities, logs, after, harder);
        const at = cell * GRADES.length + g;
        table.state[at] = position.state;
        table.across[at] = position.across;
        table.down[at] = position.down;
      }
    }
  }
  return table;
}

/** Share of each grade within its outcome: 1 for Again, then Hard, Good and Easy. */
function gradeShares(rules: EngineParameters["ssp"]): Float64Array {
  const sum = rules.reviewRatingProbs.reduce((total, share) => total + share, 0);
  return Float64Array.from([1, ...rules.reviewRatingProbs.map((share) => share / sum)]);
}

/** Cost in seconds of each grade at a state. */
function costsAt(stability: number, difficulty: number, rules: EngineParameters["ssp"]): number[] {
  const { recallSCoeff, recallDCoeff, forgetSCoeff, forgetDCoeff } = rules.costParams;
  const harder = (difficulty - 1) / 9;
  const scale = (s: number, d: number) => Math.max(0, 1 + s * Math.log(stability) + d * harder);
  const success = rules.recallCost * scale(recallSCoeff, recallDCoeff);
  const failure = rules.forgetCost * scale(forgetSCoeff, forgetDCoeff);
  return [failure, ...SUCCESS_COST.map((factor) => success * factor)];
}

/** Expected cost of the next answer under an action, and of all later ones, s. */
export function expectedCost(
  table: Transitions,
  columns: number,
  state: number,
  action: number,
  values: Float64Array,
  discount: number,
): number {
  const cell = state * table.actions + action;
  const recall = table.recall[cell] as number;
  let cost = 0;
  for (let g = 0; g < GRADES.length; g++) {
    const chance = (g === 0 ? 1 - recall : recall) * (table.share[g] as number);
    const later = interpolated(table, cell * GRADES.length + g, columns, values);
    cost += chance * ((table.cost[state * GRADES.length + g] as number) + discount * later);
  }
  return cost;
}

/** The value of a next state, interpolated between the states of the table. */
function interpolated(
  table: Transitions,
  at: number,
  columns: number,
  values: Float64Array,
): number {
  const state = table.state[at] as number;
  const across = table.across[at] as number;
  const down = table.down[at] as number;
  const upper = mixed(values, state, across);
  const lower = mixed(values, state + columns, across);
  return upper + down * (lower - upper);
}

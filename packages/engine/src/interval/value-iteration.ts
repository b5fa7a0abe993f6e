import type { EngineParameters } from "../parameters/parameters.ts";
import { DIFFICULTIES, gridPosition } from "./ssp-grid.ts";
import type { SspPolicy } from "./ssp-policy.ts";

export interface SolvedTable {
  policy: SspPolicy;
  /** Expected cost in seconds from each state on. */
  values: Float64Array;
  sweeps: number;
}

/** The actions at each state, one row per difficulty and one column per stability. */
export interface Choice {
  /**
   * Expected cost of an action and of everything after it, s, ≥ 0, given the values of the other
   * states; it never falls when one of these rises.
   */
  readonly costOf: (values: Float64Array, state: number, action: number) => number;
  /** Whether no further costs arise at a state. */
  readonly isTerminal?: (state: number) => boolean;
}

/**
 * The cheapest action at every state, by value iteration.
 *
 * Sweeps run from large stabilities down and update values in place, because most answers lead to a
 * larger stability. They end when the largest change falls below the threshold, or after the
 * maximum number of sweeps.
 *
 * @param improveEvery  compares all actions only in every n-th sweep; in the others each state
 *   keeps its action, which takes a fraction of the time (modified policy iteration)
 *
 * Source: Puterman and Shin, Management Science 24 (1978).
 */
export function iterateValues(
  stabilities: number[],
  actions: readonly number[],
  rules: EngineParameters["ssp"],
  { costOf, isTerminal = () => false }: Choice,
  improveEvery = 1,
): SolvedTable {
  const { length: columns } = stabilities;
  const states = DIFFICULTIES.length * columns;
  const solution = createSolution(states, actions.length, improveEvery === 1);
  const { values, best } = solution;
  let sweeps = 0;
  let largest = Infinity;
  while (sweeps < rules.maxIterations && largest >= rules.convergenceThreshold) {
    const isImproving = sweeps % improveEvery === 0;
    if (isImproving) largest = 0;
    for (let column = columns - 1; column >= 0; column--) {
      for (let row = 0; row < DIFFICULTIES.length; row++) {
        const state = row * columns + column;
        if (isTerminal(state)) continue;
        if (!isImproving) {
          values[state] = costOf(values, state, best[state] as number);
          continue;
        }
        const before = values[state] as number;
        improve(solution, state, costOf);
        largest = Math.max(largest, Math.abs((values[state] as number) - before));
      }
    }
    sweeps++;
  }
  const recalls = Array.from(best, (action) => actions[action] as number);
  return { policy: { schema: 1, stabilities, recalls }, values, sweeps };
}

/** Current solution. */
interface Solution {
  readonly actions: number;
  /** Expected cost in seconds from each state on. */
  readonly values: Float64Array;
  /** Index of the cheapest action at each state. */
  readonly best: Int32Array;
  /** Lower bound of the cost of each action, by state and action; null if unknown. */
  readonly floors: Float64Array | null;
}

function createSolution(states: number, actions: number, isRising: boolean): Solution {
  return {
    actions,
    values: new Float64Array(states),
    best: new Int32Array(states),
    floors: isRising ? new Float64Array(states * actions) : null,
  };
}

/** Far more than rounding errors. */
const ROUNDING = 1 + 1e-9;

/**
 * The first of the cheapest actions at one state, given the values of the others.
 *
 * Values start at 0 and only rise unless sweeps in between keep the actions, and so do costs. The
 * previous cost of an action is therefore a lower bound. Actions whose bound exceeds the present
 * cost of the last choice are skipped, which are most of them.
 */
function improve(
  { actions, values, best, floors }: Solution,
  state: number,
  costOf: Choice["costOf"],
): void {
  const first = state * actions;
  const last = best[state] as number;
  const costOfLast = costOf(values, state, last);
  const enough = costOfLast * ROUNDING;
  let lowest = Infinity;
  let cheapest = last;
  for (let a = 0; a < actions; a++) {
    if (floors !== null && (floors[first + a] as number) > enough) continue;
    const cost = a === last ? costOfLast : costOf(values, state, a);
    if (floors !== null) floors[first + a] = cost;
    if (cost >= lowest) continue;
    lowest = cost;
    cheapest = a;
  }
  best[state] = cheapest;
  values[state] = lowest;
}

/** Expected cost from a state on, interpolated in (ln S, D), s. */
export function valueAt(
  { policy: { stabilities }, values }: SolvedTable,
  { stability, difficulty }: { readonly stability: number; readonly difficulty: number },
): number {
  const logs = stabilities.map(Math.log);
  const { state, across, down } = gridPosition(stabilities, logs, stability, difficulty);
  const upper = mixed(values, state, across);
  const lower = mixed(values, state + stabilities.length, across);
  return upper + down * (lower - upper);
}

/** Between a state and the one to its right. */
export function mixed(values: Float64Array, state: number, across: number): number {
  const from = values[state] as number;
  return from + across * ((values[state + 1] as number) - from);
}

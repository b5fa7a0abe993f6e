import type { EngineParameters } from "../parameters/parameters.ts";
import { DIFFICULTIES, gridPosition } from "./ssp-grid.ts";
import type { SspPolicy } from "./ssp-policy.ts";

/** Current solution: a row per difficulty, a column per stability. */
export interface PartialSolution {
  /** Expected cost in seconds from each state on. */
  readonly values: Float64Array;
  /** Index of the cheapest action at each state. */
  readonly best: Int32Array;
}

export interface SolvedTable {
  policy: SspPolicy;
  /** Expected cost in seconds from each state on. */
  values: Float64Array;
  sweeps: number;
}

/** A range of actions, by index. */
export interface ActionRange {
  readonly from: number;
  /** Not included. */
  readonly to: number;
}

/** Sets action and value of one state to the cheapest of some, given the values of the others. */
export type Improve = (solution: PartialSolution, state: number, among: ActionRange) => void;

/**
 * The cheapest action at every state, by value iteration.
 *
 * Sweeps run from large stabilities down and update values in place, because most answers lead to a
 * larger stability. They end when the largest change falls below the threshold, or after the
 * maximum number of sweeps.
 *
 * @param improveEvery  every so many sweeps all actions are compared; in the others each state
 *   keeps its action, which takes a fraction of the time: modified policy iteration
 *
 * Source: Puterman and Shin, Management Science 24 (1978).
 */
export function iterateValues(
  stabilities: number[],
  actions: readonly number[],
  rules: EngineParameters["ssp"],
  improve: Improve,
  improveEvery = 1,
): SolvedTable {
  const { length: columns } = stabilities;
  const all = { from: 0, to: actions.length };
  const states = DIFFICULTIES.length * columns;
  const solution = { values: new Float64Array(states), best: new Int32Array(states) };
  const { values, best } = solution;
  let sweeps = 0;
  let largest = Infinity;
  while (sweeps < rules.maxIterations && largest >= rules.convergenceThreshold) {
    const isImproving = sweeps % improveEvery === 0;
    if (isImproving) largest = 0;
    for (let column = columns - 1; column >= 0; column--) {
      for (let row = 0; row < DIFFICULTIES.length; row++) {
        const state = row * columns + column;
        const before = values[state] as number;
        improve(solution, state, isImproving ? all : only(best[state] as number));
        if (isImproving) largest = Math.max(largest, Math.abs((values[state] as number) - before));
      }
    }
    sweeps++;
  }
  const recalls = Array.from(best, (action) => actions[action] as number);
  return { policy: { schema: 1, stabilities, recalls }, values, sweeps };
}

const only = (action: number): ActionRange => ({ from: action, to: action + 1 });

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

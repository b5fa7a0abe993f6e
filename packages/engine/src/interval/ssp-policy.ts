import type { EngineParameters } from "../parameters/parameters.ts";

/**
 * Optimal recall at the next review, by difficulty and stability, for one set of weights.
 *
 * Row-major: one row per difficulty 1, 1.5, … 10, one column per grid stability.
 */
export interface SspPolicy {
  schema: 1;
  /** Ascending, days. */
  stabilities: number[];
  recalls: number[];
}

const DIFFICULTY_STEP = 0.5;

/** The policy's target recall, interpolated in (ln S, D); null from the target stability on. */
export function policyRecall(
  policy: SspPolicy,
  stability: number,
  difficulty: number,
  rules: EngineParameters["ssp"],
): number | null {
  return stability >= rules.targetStabilityDays
    ? null
    : tableRecall(policy, stability, difficulty, rules);
}

/** The same without an end: the last column applies to all stabilities beyond it. */
export function tableRecall(
  policy: SspPolicy,
  stability: number,
  difficulty: number,
  rules: EngineParameters["ssp"],
): number {
  const grid = policy.stabilities;
  const column = columnOf(grid, stability);
  const row = Math.min(Math.floor((difficulty - 1) / DIFFICULTY_STEP), rowsOf(policy) - 2);
  const across = fraction(grid, column, stability);
  const down = (difficulty - 1) / DIFFICULTY_STEP - row;
  const recallAt = (r: number, c: number) => policy.recalls[r * grid.length + c] as number;
  const upper = mix(recallAt(row, column), recallAt(row, column + 1), across);
  const lower = mix(recallAt(row + 1, column), recallAt(row + 1, column + 1), across);
  return Math.min(Math.max(mix(upper, lower, down), rules.rMin), rules.rMax);
}

/** Last grid column at or below a stability, so that a next one always exists. */
export function columnOf(grid: readonly number[], stability: number): number {
  let low = 0;
  let high = grid.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((grid[middle] as number) <= stability) low = middle;
    else high = middle - 1;
  }
  return low;
}

function rowsOf(policy: SspPolicy): number {
  return policy.recalls.length / policy.stabilities.length;
}

function fraction(grid: readonly number[], column: number, stability: number): number {
  const from = Math.log(grid[column] as number);
  const to = Math.log(grid[column + 1] as number);
  return Math.min(Math.max((Math.log(stability) - from) / (to - from), 0), 1);
}

function mix(from: number, to: number, share: number): number {
  return from + share * (to - from);
}

import { clamp } from "../numeric/scalar.ts";
import type { EngineParameters } from "../parameters/parameters.ts";
import { columnOf } from "./ssp-policy.ts";

/** Difficulties of the table: 1, 1.5, … 10. */
export const DIFFICULTIES: readonly number[] = Array.from({ length: 19 }, (_, i) => 1 + i / 2);

/**
 * Stabilities of the table, ascending, days.
 *
 * A log grid base^i; the dual grid changes to even steps at the threshold, which is finer for long
 * stabilities. The last point is at or beyond the target; parameter validation ensures this for the
 * log grid alone.
 */
export function stabilityGrid(rules: EngineParameters["ssp"]): number[] {
  const grid: number[] = [];
  const end = rules.dualGridEnabled ? rules.dualGridThresholdDays : Infinity;
  for (let i = rules.minIndex; i <= rules.maxIndex; i++) {
    const days = rules.base ** i;
    if (days >= end) break;
    grid.push(days);
  }
  if (!rules.dualGridEnabled) return grid;
  for (let days = end; ; days += rules.linearStepDays) {
    grid.push(days);
    if (days >= rules.targetStabilityDays) return grid;
  }
}

/** Recall targets searched. */
export function actionGrid(rules: EngineParameters["ssp"]): number[] {
  const count = Math.floor((rules.rMax - rules.rMin) / rules.rStep + 1e-9) + 1;
  // Rounded: the extra digits of rounding errors would double the size of the stored table.
  return Array.from(
    { length: count },
    (_, i) => Math.round((rules.rMin + i * rules.rStep) * 1e6) / 1e6,
  );
}

/** A position between four states of the table, for bilinear interpolation in (ln S, D). */
export interface GridPosition {
  /** Index of the lower left state, row by difficulty. */
  state: number;
  across: number;
  down: number;
}

/** Interpolation weights of a state; stabilities beyond the grid are clamped to its ends. */
export function gridPosition(
  grid: readonly number[],
  logs: readonly number[],
  stability: number,
  difficulty: number,
): GridPosition {
  const column = columnOf(grid, stability);
  const from = logs[column] as number;
  const to = logs[column + 1] as number;
  const across = clamp((Math.log(stability) - from) / (to - from), 0, 1);
  const row = Math.min(Math.floor((difficulty - 1) * 2), DIFFICULTIES.length - 2);
  return { state: row * grid.length + column, across, down: (difficulty - 1) * 2 - row };
}

import { describe, expect, it } from "vitest";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { actionGrid, DIFFICULTIES } from "./ssp-grid.ts";
import { policyRecall } from "./ssp-policy.ts";
import { solveTable } from "./ssp-solve.ts";

// What we check: that the solution is optimal in its model: values fall with stability, no fixed
// target costs less, and a finer grid changes almost nothing.
const parameters = defaultParameters();
const weights = parameters.memoryModel.w;
const solved = solveTable(weights, parameters);
const { stabilities } = solved.policy;

function valueAt(values: Float64Array, stability: number, row: number, grid: number[]): number {
  const column = grid.findIndex((days) => days >= stability);
  return values[row * grid.length + column] as number;
}

describe("solveTable", () => {
  it("costs less the more stable a word is", () => {
    for (const [row] of DIFFICULTIES.entries()) {
      const values = solved.values.slice(row * stabilities.length, (row + 1) * stabilities.length);
      expect([...values]).toEqual([...values].toSorted((a, b) => b - a));
    }
  });

  it("costs no more than any fixed target in its own model", () => {
    for (const action of actionGrid(parameters.ssp).filter((_, i) => i % 7 === 0)) {
      const fixed = solveTable(weights, parameters, [action]);
      const gaps = fixed.values.map((value, state) => value - (solved.values[state] as number));
      expect(Math.min(...gaps)).toBeGreaterThan(-0.5);
    }
  });

  it("changes by less than a hundredth on a grid twice as fine", () => {
    // Every third target only: both grids use the same ones.
    const few = withParameters(parameters, { "ssp.rStep": 3 * parameters.ssp.rStep });
    const coarse = solveTable(weights, few);
    const finer = withParameters(few, {
      "ssp.base": Math.sqrt(1.05),
      "ssp.minIndex": -60,
      "ssp.maxIndex": 200,
      "ssp.linearStepDays": 2.5,
    });
    const fine = solveTable(weights, finer);
    for (const stability of [1, 5, 20, 100]) {
      const coarseValue = valueAt(coarse.values, stability, 8, stabilities);
      const fineGrid = fine.policy.stabilities;
      const column = stabilities.findIndex((days) => days >= stability);
      const at = (stabilities[column] as number) - 1e-9;
      const fineValue = valueAt(fine.values, at, 8, fineGrid);
      expect(Math.abs(fineValue / coarseValue - 1)).toBeLessThan(0.01);
    }
  });

  it("keeps the target recall constant just below the target stability", () => {
    const steps = withParameters(parameters, { "ssp.linearStepDays": 60 });
    for (const [given, { policy }] of [
      [parameters, solved],
      [steps, solveTable(weights, steps)],
    ] as const) {
      const last = policy.stabilities.at(-2) ?? 0;
      for (const difficulty of [1, 5.2, 10]) {
        const before = policyRecall(policy, last, difficulty, given.ssp);
        expect(policyRecall(policy, 359.9, difficulty, given.ssp)).toBe(before);
      }
    }
  });

  it("survives JSON unchanged and stays within its range", () => {
    const policy = JSON.parse(JSON.stringify(solved.policy));
    expect(policy).toEqual(solved.policy);
    for (const stability of [0.01, 0.7, 12, 200, 359]) {
      for (const difficulty of [1, 3.3, 10]) {
        const recall = policyRecall(policy, stability, difficulty, parameters.ssp) ?? -1;
        expect(recall).toBeGreaterThanOrEqual(parameters.ssp.rMin);
        expect(recall).toBeLessThanOrEqual(parameters.ssp.rMax);
      }
    }
    expect(policyRecall(policy, 360, 5, parameters.ssp)).toBeNull();
  });
});

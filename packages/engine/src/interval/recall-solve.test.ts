import { describe, expect, it } from "vitest";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { solveRecallIntervals, solveRecallTable } from "./recall-solve.ts";
import { DIFFICULTIES } from "./ssp-grid.ts";
import { policyRecall } from "./ssp-policy.ts";

// What we check: that the solution is optimal in its model and behaves as the formula implies:
// higher targets if recall is worth more and for stable words; no fixed target costs less.

const parameters = withParameters(defaultParameters(), {
  "ssp.targetStabilityDays": 3650,
  "ssp.rStep": 0.02,
  "ssp.convergenceThreshold": 0.1,
});
const weights = parameters.memoryModel.w;
const goal = { secondsPerKnownDay: 2.4, horizonDays: 3650 };
const policy = solveRecallIntervals(weights, parameters, goal);

function recallAt(stability: number, difficulty: number, from = policy): number {
  return policyRecall(from, stability, difficulty, parameters.ssp) ?? -1;
}

describe("solveRecallIntervals", () => {
  it("keeps stable words better than young ones", () => {
    for (const difficulty of [2, 5.5, 9]) {
      const recalls = [3, 30, 300, 3000].map((stability) => recallAt(stability, difficulty));
      expect(recalls).toEqual(recalls.toSorted((a, b) => a - b));
      expect(recalls[3]).toBeGreaterThan((recalls[0] as number) + 0.02);
    }
  });

  it("aims lower for difficult words", () => {
    expect(recallAt(5, 10)).toBeLessThan(recallAt(5, 5));
  });

  it("aims higher the more a known day is worth", () => {
    const valuable = solveRecallIntervals(weights, parameters, { ...goal, secondsPerKnownDay: 10 });
    for (const stability of [30, 300]) {
      expect(recallAt(stability, 5, valuable)).toBeGreaterThan(recallAt(stability, 5));
    }
  });

  it("costs less the shorter the horizon", () => {
    const near = solveRecallTable(weights, parameters, { ...goal, horizonDays: 30 });
    const far = solveRecallTable(weights, parameters, goal);
    for (const [i, value] of near.values.entries()) expect(value).toBeLessThan(far.values[i] ?? 0);
  });

  it("costs no more than any fixed target in its own model", () => {
    const { values } = solveRecallTable(weights, parameters, goal);
    for (const recall of [0.7, 0.8, 0.9, 0.98]) {
      const fixed = solveRecallTable(weights, parameters, goal, { actions: [recall] });
      const gaps = fixed.values.map((value, state) => value - (values[state] as number));
      expect(Math.min(...gaps)).toBeGreaterThan(-1);
    }
  });

  it("finds the same targets if most sweeps only re-evaluate the previous ones", () => {
    const coarse = withParameters(parameters, { "ssp.rStep": 0.03, "ssp.convergenceThreshold": 1 });
    const solved = solveRecallTable(weights, coarse, goal);
    const quick = solveRecallTable(weights, coarse, goal, { improveEvery: 6 });
    const gaps = quick.policy.recalls.map((recall, state) =>
      Math.abs(recall - (solved.policy.recalls[state] as number)),
    );
    // If two targets cost practically the same, either is right.
    expect(gaps.filter((gap) => gap > 0).length).toBeLessThan(gaps.length / 100);
    expect(Math.max(...gaps)).toBeLessThan(0.031);
  });

  it("survives JSON unchanged and stays within its range", () => {
    expect(JSON.parse(JSON.stringify(policy))).toEqual(policy);
    expect(policy.recalls).toHaveLength(policy.stabilities.length * DIFFICULTIES.length);
    for (const stability of [0.01, 1, 40, 3649]) {
      expect(recallAt(stability, 5)).toBeGreaterThanOrEqual(parameters.ssp.rMin);
      expect(recallAt(stability, 5)).toBeLessThanOrEqual(parameters.ssp.rMax);
    }
  });
});

import { describe, expect, it } from "vitest";
import { hash32 } from "../numeric/random.ts";
import { expectedReward, REGRESSORS, regressors } from "./strategy-features.ts";
import type { Strategy } from "./strategy-types.ts";

// What we check: the short form that compares candidates agrees with the full regression. How: for
// random weights, states and strategies the two differ by one constant per state.
const draws = (count: number, name: string, at: number) =>
  Array.from({ length: count }, (_, i) => 2 * hash32(1, at, i, name) - 1);

function strategyOf([a = 0, b = 0, c = 0, d = 0, e = 0]: number[]): Strategy {
  return {
    difficulty: Math.abs(a),
    batchSize: 1 + Math.round(49 * Math.abs(b)),
    newRatio: Math.abs(c),
    intervalScale: 1 + 0.3 * d,
    reviewMode: e > 0.5,
  };
}

describe("expectedReward", () => {
  it("ranks strategies like the regression", () => {
    for (let state = 0; state < 50; state++) {
      const weights = draws(REGRESSORS, "weights", state);
      const features = draws(8, "features", state);
      const rewardOf = expectedReward(weights, features);
      const constants = Array.from({ length: 20 }, (_, i) => {
        const strategy = strategyOf(draws(5, "strategy", 100 * state + i));
        const x = regressors(features, strategy);
        return x.reduce((sum, value, k) => sum + value * (weights[k] ?? 0), -rewardOf(strategy));
      });
      for (const constant of constants) expect(constant).toBeCloseTo(constants[0] ?? 0, 10);
    }
  });
});

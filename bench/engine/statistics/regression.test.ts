import { describe, expect, it } from "vitest";
import {
  linearFit,
  logisticFit,
  logisticLosses,
  type Sample,
  squaredErrors,
} from "./regression.ts";
import { seededRandom } from "./seeded-random.ts";

// The regressions that judge signals find every effect, and only real ones.
const TRUTH = [0.5, -1, 2];

function drawn(n: number, outcome: (level: number, random: () => number) => number): Sample[] {
  const random = seededRandom(3);
  return Array.from({ length: n }, () => {
    const x = [1, 2 * random() - 1, 2 * random() - 1];
    const level = x.reduce((sum, value, i) => sum + value * (TRUTH[i] as number), 0);
    return { x, y: outcome(level, random) };
  });
}

describe("logisticFit", () => {
  const samples = drawn(40_000, (level, random) => (random() < 1 / (1 + Math.exp(-level)) ? 1 : 0));

  it("finds the coefficients that drew the outcomes", () => {
    const weights = logisticFit(samples);
    for (const [i, weight] of weights.entries()) {
      expect(Math.abs(weight - (TRUTH[i] as number))).toBeLessThan(0.08);
    }
  });

  it("gives a constant signal no weight", () => {
    const weights = logisticFit(samples.map(({ x, y }) => ({ x: [...x, 0], y })));
    expect(weights[3]).toBe(0);
  });

  it("has the smallest loss at its own coefficients", () => {
    const weights = logisticFit(samples);
    const total = (of: readonly number[]) =>
      logisticLosses(of, samples).reduce((sum, loss) => sum + loss, 0);
    expect(total(weights)).toBeLessThan(total([0.5, -1, 2]));
    expect(total(weights)).toBeLessThan(total([0, 0, 0]));
    expect(total([0, 0, 0]) / samples.length).toBeCloseTo(Math.LN2, 9);
  });
});

describe("linearFit", () => {
  it("finds a plane exactly", () => {
    const samples = drawn(100, (level) => level);
    const weights = linearFit(samples);
    for (const [i, weight] of weights.entries()) expect(weight).toBeCloseTo(TRUTH[i] as number, 5);
    expect(Math.max(...squaredErrors(weights, samples))).toBeLessThan(1e-10);
  });
});

import { describe, expect, it } from "vitest";
import { blockInterval } from "./bootstrap.ts";
import { seededRandom } from "./seeded-random.ts";

// Known intervals, repeatability, and wider intervals for correlated neighbors.
describe("blockInterval", () => {
  it("is a point when all differences are the same", () => {
    expect(blockInterval(new Array<number>(300).fill(-0.5), 1)).toEqual({
      mean: -0.5,
      low: -0.5,
      high: -0.5,
    });
  });

  it("has the half-width of a normal mean when neighbors are independent", () => {
    const random = seededRandom(7);
    const coins = Array.from({ length: 20_000 }, () => (random() < 0.5 ? -1 : 1));
    const { low, high } = blockInterval(coins, 1);
    // 1.96 / √20000 = 0.0139 on each side.
    expect((high - low) / 2).toBeGreaterThan(0.0125);
    expect((high - low) / 2).toBeLessThan(0.0153);
  });

  it("is wider when a whole block moves together", () => {
    const random = seededRandom(7);
    const blocks = Array.from({ length: 400 }, () => (random() < 0.5 ? -1 : 1));
    const { low, high } = blockInterval(
      blocks.flatMap((one) => new Array(50).fill(one)),
      1,
    );
    // 1.96 / √400 = 0.098 on each side.
    expect((high - low) / 2).toBeCloseTo(0.098, 1);
    expect((high - low) / 2).toBeGreaterThan(0.08);
  });

  it("is the same for the same seed, and weights a short last block by its size", () => {
    const values = Array.from({ length: 120 }, (_, i) => Math.sin(i));
    expect(blockInterval(values, 3)).toEqual(blockInterval(values, 3));
    const ends = [...new Array<number>(50).fill(0), 1];
    expect(blockInterval(ends, 1).high).toBeLessThanOrEqual(1);
    expect(blockInterval(ends, 1).mean).toBeCloseTo(1 / 51, 12);
  });
});

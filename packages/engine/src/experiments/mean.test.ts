import { describe, expect, it } from "vitest";
import { meanStats, ratioStats, welchTest } from "./mean.ts";

// What we check: reference values computed with forty digits from the summary statistics, the
// edge cases without variance, and the ratio estimate.

describe("meanStats", () => {
  it("computes count, mean and variance", () => {
    expect(meanStats([2, 4, 4, 4, 5, 5, 7, 9])).toEqual({ n: 8, mean: 5, variance: 32 / 7 });
  });

  it("keeps a small variance around a large mean", () => {
    expect(meanStats([1e9 + 1, 1e9 + 2, 1e9 + 3]).variance).toBeCloseTo(1, 6);
  });

  it.each([[[]], [[3]]])("has a variance of 0 for %j", (values: number[]) => {
    expect(meanStats(values).variance).toBe(0);
  });
});

describe("welchTest", () => {
  const small = { n: 12, mean: 20, variance: 9 };
  const other = { n: 8, mean: 23, variance: 4 };

  it("agrees with the reference on small arms", () => {
    const found = welchTest(small, other)!;
    expect(found.diff).toBe(3);
    expect(found.df).toBeCloseTo(17.9906542056075, 10);
    expect(found.pValue).toBeCloseTo(0.0151854665, 9);
    expect(found.low).toBeCloseTo(0.651010284279986, 9);
    expect(found.high).toBeCloseTo(5.34898971572001, 9);
  });

  it("agrees with the reference on large arms", () => {
    const before = { n: 400, mean: 30, variance: 100 };
    const found = welchTest(before, { n: 350, mean: 31.5, variance: 64 })!;
    expect(found.df).toBeCloseTo(742.191115926239, 8);
    expect(found.pValue).toBeCloseTo(0.02289551025502, 10);
    expect(found.low).toBeCloseTo(0.208396567805034, 9);
  });

  it("changes its sign but not its p value when the arms are swapped", () => {
    const [original, swapped] = [welchTest(small, other)!, welchTest(other, small)!];
    expect(swapped.diff).toBe(-original.diff);
    expect(swapped.low).toBeCloseTo(-original.high, 12);
    expect(swapped.pValue).toBe(original.pValue);
  });

  it("has a p value of 0 or 1 when neither arm varies", () => {
    const arm = { n: 5, mean: 1, variance: 0 };
    expect(welchTest(arm, arm)).toMatchObject({ diff: 0, pValue: 1, df: null });
    expect(welchTest(arm, { ...arm, mean: 2 })).toMatchObject({ diff: 1, pValue: 0, df: null });
  });

  it("distinguishes tiny variances from 0", () => {
    const tiny = { n: 50, mean: 0, variance: 1e-200 };
    expect(welchTest(tiny, { ...tiny, mean: 1e-101 })!.df).toBeCloseTo(98, 9);
  });

  it("returns null for an arm with one user", () => {
    expect(welchTest({ n: 1, mean: 2, variance: 0 }, other)).toBeNull();
  });

  it.each([
    ["a variance below 0", { ...small, variance: -1 }],
    ["a mean that is not a number", { ...small, mean: Number.NaN }],
  ])("refuses %s", (_name, arm) => {
    expect(() => welchTest(arm, other)).toThrow(RangeError);
  });
});

describe("ratioStats", () => {
  it("is the plain mean when every denominator is 1", () => {
    const values = [0.2, 0.9, 0.4, 0.7];
    const users = values.map((numerator) => ({ numerator, denominator: 1 }));
    const [ratio, plain] = [ratioStats(users)!, meanStats(values)];
    expect(ratio.mean).toBeCloseTo(plain.mean, 12);
    expect(ratio.variance).toBeCloseTo(plain.variance, 12);
  });

  it("weights users by their denominators", () => {
    const users = [
      { numerator: 9, denominator: 10 },
      { numerator: 0, denominator: 1 },
    ];
    expect(ratioStats(users)!.mean).toBeCloseTo(9 / 11, 12);
  });

  it("has a variance of 0 when all users have the same ratio", () => {
    const users = [1, 5, 20].map((size) => ({ numerator: size / 4, denominator: size }));
    expect(ratioStats(users)!.variance).toBeCloseTo(0, 20);
  });

  it.each([[[]], [[{ numerator: 0, denominator: 0 }]]])("is null for %j", (users) => {
    expect(ratioStats(users)).toBeNull();
  });
});

import { describe, expect, it } from "vitest";
import { newcombe, twoProportionTest, wilson } from "./proportion.ts";

// What we check: the examples of both papers (four digits), edge cases, and symmetry.

describe("wilson", () => {
  it.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%d of %d, as published", (successes, n, low, high) => {
    const interval = wilson({ successes, n });
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("is symmetric in successes and failures", () => {
    const successes = wilson({ successes: 3, n: 40 });
    const failures = wilson({ successes: 37, n: 40 });
    expect(failures.low).toBeCloseTo(1 - successes.high, 12);
    expect(failures.high).toBeCloseTo(1 - successes.low, 12);
  });

  it("reaches exactly 0 and 1 with no successes or only successes", () => {
    expect(wilson({ successes: 0, n: 7 }).low).toBe(0);
    expect(wilson({ successes: 7, n: 7 }).high).toBe(1);
  });

  it("is 0 to 1 without users", () => {
    expect(wilson({ successes: 0, n: 0 })).toEqual({ low: 0, high: 1 });
  });

  it("is wider with a smaller alpha", () => {
    const usual = wilson({ successes: 5, n: 9 });
    const wider = wilson({ successes: 5, n: 9 }, 0.01);
    expect(wider.low).toBeLessThan(usual.low);
    expect(wider.high).toBeGreaterThan(usual.high);
  });

  it.each([
    [-1, 5],
    [6, 5],
    [Number.NaN, 5],
    [0, -1],
  ])("refuses %d of %d", (successes, n) => {
    expect(() => wilson({ successes, n })).toThrow(RangeError);
  });
});

describe("newcombe", () => {
  it.each([
    [48, 80, 56, 70, 0.0524, 0.3339],
    [3, 10, 9, 10, 0.1705, 0.809],
    [2, 7, 6, 7, 0.0582, 0.8062],
    [0, 20, 0, 10, -0.1611, 0.2775],
    [0, 10, 10, 10, 0.6075, 1],
  ])("%d/%d against %d/%d, as published", (x0, n0, x1, n1, low, high) => {
    const interval = newcombe({ successes: x0, n: n0 }, { successes: x1, n: n1 });
    expect(interval.diff).toBeCloseTo(x1 / n1 - x0 / n0, 12);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  it("changes its sign when the arms are swapped", () => {
    const [a, b] = [
      { successes: 4, n: 30 },
      { successes: 11, n: 35 },
    ];
    expect(newcombe(b, a).low).toBeCloseTo(-newcombe(a, b).high, 12);
  });

  it("is −1 to 1 with an empty arm", () => {
    const interval = newcombe({ successes: 0, n: 0 }, { successes: 1, n: 2 });
    expect(interval).toEqual({ diff: 0, low: -1, high: 1 });
  });
});

describe("twoProportionTest", () => {
  it("gives the p value of the pooled z score", () => {
    // Pooled 0.5: z = 0.1 / √(0.25 · 2/200) = 2.
    const found = twoProportionTest({ successes: 90, n: 200 }, { successes: 110, n: 200 });
    expect(found?.standardError).toBeCloseTo(0.05, 12);
    expect(found?.pValue).toBeCloseTo(0.0455002638963584, 12);
  });

  it.each([0, 12])("finds no difference with %d of 12 successes in both arms", (successes) => {
    expect(twoProportionTest({ successes, n: 12 }, { successes, n: 12 })?.pValue).toBe(1);
  });

  it("returns null for an empty arm", () => {
    expect(twoProportionTest({ successes: 0, n: 0 }, { successes: 1, n: 2 })).toBeNull();
  });
});

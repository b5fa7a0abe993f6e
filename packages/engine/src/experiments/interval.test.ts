import { describe, expect, it } from "vitest";
import { armInterval } from "./interval.ts";
import { wilson } from "./proportion.ts";

describe("the interval of one arm", () => {
  it("is Wilson's for a proportion", () => {
    const arm = { successes: 30, n: 100 };
    expect(armInterval(arm, 0.1)).toEqual(wilson(arm, 0.1));
    expect(armInterval({ successes: 0, n: 0 })).toBeNull();
  });

  it("is Student's for a mean", () => {
    // 2.262157163 is the quantile 0.975 with nine degrees of freedom.
    const { low, high } = armInterval({ n: 10, mean: 5, variance: 4 })!;
    expect(low).toBeCloseTo(5 - (2.262157163 * 2) / Math.sqrt(10), 8);
    expect(high).toBeCloseTo(5 + (2.262157163 * 2) / Math.sqrt(10), 8);
  });

  it("needs two users to know how a mean varies", () => {
    expect(armInterval({ n: 1, mean: 5, variance: 0 })).toBeNull();
    expect(armInterval({ n: 2, mean: 5, variance: 0 })).toEqual({ low: 5, high: 5 });
  });
});

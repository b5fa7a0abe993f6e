import { describe, expect, it } from "vitest";
import { erf, erfc, normalCdf, normalQuantile, normalTwoSided } from "./normal.ts";

// What we check: reference values computed with forty digits, both tails, and the inverse. Tails
// are compared by ratio, because relative precision matters for small values.

describe("erf", () => {
  it.each([
    [0.1, 0.112462916018284892],
    [0.5, 0.520499877813046538],
    [1, 0.842700792949714869],
    [2, 0.995322265018952734],
    [3, 0.999977909503001415],
  ])("of %d", (x, expected) => {
    expect(erf(x)).toBeCloseTo(expected, 14);
    expect(erf(-x)).toBeCloseTo(-expected, 14);
  });

  it("is 0 at 0 and 1 for large arguments", () => {
    expect([erf(0), erf(40), erf(-40)]).toEqual([0, 1, -1]);
  });

  it("is continuous where the method changes", () => {
    const slope = (erf(2 + 1e-6) - erf(2 - 1e-6)) / 2e-6;
    expect(slope).toBeCloseTo((2 / Math.sqrt(Math.PI)) * Math.exp(-4), 8);
  });
});

describe("normalCdf", () => {
  it.each([
    [0.0001, 0.499960105772026347],
    [0.5, 0.308537538725986896],
    [1, 0.158655253931457051],
    [2.5, 0.00620966532577613517],
    [3, 0.00134989803163009453],
    [5, 2.86651571879193912e-7],
    [8, 6.22096057427178412e-16],
  ])("below −%d", (z, expected) => {
    expect(normalCdf(-z) / expected).toBeCloseTo(1, 12);
    expect(normalCdf(z)).toBeCloseTo(1 - expected, 14);
    expect(normalTwoSided(z) / (2 * expected)).toBeCloseTo(1, 12);
    expect(erfc(z / Math.SQRT2) / (2 * expected)).toBeCloseTo(1, 12);
  });
});

describe("normalQuantile", () => {
  it.each([
    [1e-10, -6.3613409024040562],
    [0.001, -3.09023230616781354],
    [0.025, -1.95996398454005424],
    [0.05, -1.64485362695147271],
    [0.1, -1.28155156554460047],
    [0.2, -0.841621233572914205],
    [0.3, -0.524400512708040784],
    [0.45, -0.125661346855074034],
    [0.5, 0],
  ])("of %d", (p, expected) => {
    expect(normalQuantile(p)).toBeCloseTo(expected, 12);
  });

  it("is antisymmetric around one half", () => {
    expect(normalQuantile(0.975)).toBeCloseTo(1.95996398454005424, 12);
  });

  it("is the inverse of normalCdf", () => {
    for (let z = -8; z <= 5; z += 0.37) expect(normalQuantile(normalCdf(z))).toBeCloseTo(z, 9);
  });

  it.each([0, 1, -0.1, Number.NaN])("refuses %d", (p) => {
    expect(() => normalQuantile(p)).toThrow(RangeError);
  });
});

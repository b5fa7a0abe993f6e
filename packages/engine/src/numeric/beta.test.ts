import { describe, expect, it } from "vitest";
import { incompleteBeta, lnGamma, studentCritical, studentTwoSided } from "./beta.ts";

// What we check: reference values computed with forty digits, and identities for any argument.

describe("lnGamma", () => {
  it("is the logarithm of a factorial at whole numbers", () => {
    let factorial = 1;
    for (let n = 1; n <= 20; n++) {
      expect(lnGamma(n)).toBeCloseTo(Math.log(factorial), 11);
      factorial *= n;
    }
  });

  it.each([
    [0.1, 2.2527126517342055],
    [0.5, Math.log(Math.PI) / 2],
    [1.5, -0.12078223763524543],
    [100, 359.1342053695754],
    [1e6, 12815504.569147611],
  ])("of %d", (x, expected) => {
    expect(lnGamma(x) / expected).toBeCloseTo(1, 12);
  });

  it.each([0, -1, Number.NaN])("refuses %d", (x) => {
    expect(() => lnGamma(x)).toThrow(RangeError);
  });
});

describe("incompleteBeta", () => {
  it.each([
    [0.5, 2, 3, 0.6875],
    [0.3, 0.5, 0.5, 0.36901011956554538],
    [0.1, 10, 0.5, 1.848027374056375e-11],
    [0.2, 200, 800, 0.50630885337986311],
    [0.7, 5, 100, 1],
    [0, 2, 3, 0],
    [1, 2, 3, 1],
  ])("at %d with a=%d b=%d", (x, a, b, expected) => {
    expect(incompleteBeta(x, a, b) / (expected || 1)).toBeCloseTo(expected === 0 ? 0 : 1, 11);
  });

  it("is symmetric in a and b", () => {
    for (const x of [0.05, 0.3, 0.5, 0.77]) {
      expect(incompleteBeta(x, 2.5, 7) + incompleteBeta(1 - x, 7, 2.5)).toBeCloseTo(1, 12);
    }
  });

  it.each([
    [-0.1, 1, 1],
    [1.1, 1, 1],
    [0.5, 0, 1],
    [0.5, 1, -1],
  ])("refuses x=%d a=%d b=%d", (x, a, b) => {
    expect(() => incompleteBeta(x, a, b)).toThrow(RangeError);
  });
});

describe("Student's t", () => {
  it.each([
    [0.05, 1, 12.706204736174704],
    [0.05, 10, 2.2281388519862747],
    [0.05, 120, 1.9799304050824408],
    [0.01, 2.5, 7.1637281389487855],
    [0.001, 3, 12.923978636687483],
    [0.05, 1e6, 1.959966356814107],
  ])("leaves %d outside the critical value at df=%d", (alpha, df, critical) => {
    expect(studentCritical(alpha, df)).toBeCloseTo(critical, 8);
    expect(studentTwoSided(critical, df) / alpha).toBeCloseTo(1, 8);
    expect(studentTwoSided(-critical, df) / alpha).toBeCloseTo(1, 8);
  });

  it("has p value 1 at 0 and 0 at large arguments", () => {
    expect(studentTwoSided(0, 5)).toBe(1);
    expect(studentTwoSided(1e200, 5)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { holm } from "./holm.ts";
import { sampleRatioPValue } from "./sample-ratio.ts";
import { sampleSize } from "./sample-size.ts";
import { sequentialBound } from "./sequential.ts";

describe("sampleSize", () => {
  const usual = { alpha: 0.05, power: 0.8 };

  it.each([
    [0.6, 0.7, 356],
    [0.1, 0.15, 686],
    [0.15, 0.1, 686],
    [0.4, 0.5, 388],
  ])("from %d to %d needs %d per arm, as in published tables", (base, target, expected) => {
    expect(sampleSize({ kind: "proportion", base, target, ...usual })).toBe(expected);
  });

  it.each([
    [1, 0.5, 63],
    [1, -0.5, 63],
    [10, 5, 63],
    [0, 1, 1],
  ])("with sd %d and delta %d needs %d per arm", (sd, delta, expected) => {
    expect(sampleSize({ kind: "mean", sd, delta, ...usual })).toBe(expected);
  });

  it("grows with power and with a smaller alpha", () => {
    const question = { kind: "proportion", base: 0.4, target: 0.5, ...usual } as const;
    expect(sampleSize({ ...question, power: 0.9 })).toBeGreaterThan(sampleSize(question));
    expect(sampleSize({ ...question, alpha: 0.01 })).toBeGreaterThan(sampleSize(question));
  });

  it("refuses an effect of 0 and values out of range", () => {
    const noEffect = { kind: "proportion", base: 0.4, target: 0.4, ...usual } as const;
    expect(() => sampleSize(noEffect)).toThrow(RangeError);
    expect(() => sampleSize({ kind: "mean", sd: 1, delta: 0, ...usual })).toThrow(RangeError);
    expect(() => sampleSize({ ...noEffect, target: 1.1 })).toThrow(RangeError);
    expect(() => sampleSize({ ...noEffect, target: 0.5, power: 1 })).toThrow(RangeError);
  });
});

describe("holm", () => {
  it("agrees with a textbook example", () => {
    const corrected = holm([0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02].forEach((value, at) => expect(corrected[at]).toBeCloseTo(value, 12));
  });

  it.each([
    [[], []],
    [[0.04], [0.04]],
    [
      [0.7, 0.8],
      [1, 1],
    ],
  ])("of %j is %j", (given, expected) => {
    expect(holm(given)).toEqual(expected);
  });
});

describe("sampleRatioPValue", () => {
  it("is the chi-square test with one degree of freedom", () => {
    // (150 − 125)² / 125 twice: chi-square is 10.
    const pValue = sampleRatioPValue({ control: 100, treatment: 150 });
    expect(pValue).toBeCloseTo(0.00156540225800255, 12);
  });

  it("accepts a planned share other than one half", () => {
    expect(sampleRatioPValue({ control: 900, treatment: 100 }, 0.1)).toBe(1);
    expect(sampleRatioPValue({ control: 900, treatment: 100 })).toBeLessThan(1e-12);
  });

  it("is null without users and refuses a share of 0", () => {
    expect(sampleRatioPValue({ control: 0, treatment: 0 })).toBeNull();
    expect(() => sampleRatioPValue({ control: 1, treatment: 1 }, 0)).toThrow(RangeError);
  });
});

describe("sequentialBound", () => {
  const look = { diff: 0.1, standardError: 0.03, mixingSd: 0.05 };

  it("agrees with the closed form", () => {
    const [v, tau2] = [0.0009, 0.0025];
    const ratio = Math.sqrt(v / (v + tau2)) * Math.exp((tau2 * 0.01) / (2 * v * (v + tau2)));
    expect(sequentialBound(look).pValue).toBeCloseTo(1 / ratio, 12);
  });

  it("has an interval that excludes 0 exactly when p is below alpha", () => {
    for (let diff = 0; diff < 0.2; diff += 0.005) {
      const bound = sequentialBound({ ...look, diff });
      expect(bound.low! > 0).toBe(bound.pValue < 0.05);
    }
  });

  it("requires more evidence than a fixed-horizon test", () => {
    expect(sequentialBound({ ...look, diff: 1.97 * 0.03 }).pValue).toBeGreaterThan(0.05);
  });

  it("never raises the p value of an earlier look", () => {
    expect(sequentialBound({ ...look, diff: 0, previousPValue: 0.01 }).pValue).toBe(0.01);
  });

  it("concludes nothing while the standard error is 0", () => {
    const bound = sequentialBound({ ...look, standardError: 0 });
    expect(bound).toEqual({ pValue: 1, low: null, high: null });
  });

  it("returns 0 for an overwhelming effect", () => {
    expect(sequentialBound({ ...look, diff: 1e6 }).pValue).toBe(0);
  });

  it.each([{ mixingSd: 0 }, { alpha: 1 }, { diff: Number.NaN }, { standardError: -1 }])(
    "refuses %j",
    (change) => {
      expect(() => sequentialBound({ ...look, ...change })).toThrow(RangeError);
    },
  );
});

import { describe, expect, it } from "vitest";
import { requireRange } from "../argument-checks.ts";
import { clamp, ema, isFiniteNumber, logit, roundHalfUp, sigmoid } from "./scalar.ts";

// What we check: reference points, edge cases and inverses.

describe("clamp", () => {
  it.each([
    ["below", -1, 0],
    ["at the lower bound", 0, 0],
    ["inside", 0.4, 0.4],
    ["at the upper bound", 1, 1],
    ["above", Number.POSITIVE_INFINITY, 1],
  ])("%s", (_name, value, expected) => {
    expect(clamp(value, 0, 1)).toBe(expected);
  });
});

describe("sigmoid and logit", () => {
  it("is one half at zero and finite for large arguments", () => {
    expect(sigmoid(0)).toBe(0.5);
    expect(sigmoid(1000)).toBe(1);
    expect(sigmoid(-1000)).toBe(0);
  });

  it.each([-30, -3, -0.2, 0, 0.7, 5, 15])("logit undoes sigmoid at %d", (x) => {
    expect(logit(sigmoid(x))).toBeCloseTo(x, 8);
  });
});

describe("ema", () => {
  it("keeps the average, moves halfway or adopts the value", () => {
    expect([ema(2, 6, 0), ema(2, 6, 0.5), ema(2, 6, 1)]).toEqual([2, 4, 6]);
  });
});

describe("roundHalfUp", () => {
  it.each([
    [2.5, 3],
    [2.4999, 2],
    [-2.5, -2],
    [-0.2, 0],
    [0.49999999999999994, 0],
  ])("%d becomes %d", (value, expected) => {
    expect(Object.is(roundHalfUp(value), expected)).toBe(true);
  });
});

describe("isFiniteNumber", () => {
  it.each([Number.NaN, Number.POSITIVE_INFINITY, "1", null, undefined])("refuses %s", (x) => {
    expect(isFiniteNumber(x)).toBe(false);
  });

  it("accepts zero", () => {
    expect(isFiniteNumber(0)).toBe(true);
  });
});

describe("requireRange", () => {
  it("accepts a valid value", () => {
    expect(() => requireRange("x", 1, true, "≥ 0")).not.toThrow();
  });

  it("names the argument, the range and the value", () => {
    expect(() => requireRange("x", -1, false, "≥ 0")).toThrow(/x must be ≥ 0, got -1/);
  });

  it("refuses values that are not finite under any condition", () => {
    expect(() => requireRange("x", Number.NaN, true, "a number")).toThrow(RangeError);
  });
});

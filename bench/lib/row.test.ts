import { describe, expect, it } from "vitest";
import { figureTexts, missesBar } from "./row.ts";

const figure = (value: number, bar?: { atLeast: number } | { atMost: number }) => ({
  name: "figure",
  value,
  unit: "ms",
  ...(bar && { bar }),
});

describe("missesBar", () => {
  it.each([
    ["at the least", figure(0.6, { atLeast: 0.6 }), false],
    ["below the least", figure(0.59, { atLeast: 0.6 }), true],
    ["at the most", figure(25, { atMost: 25 }), false],
    ["above the most", figure(25.1, { atMost: 25 }), true],
    ["no number at all", figure(Number.NaN, { atMost: 25 }), true],
    ["no bar", figure(1e9), false],
    ["left out", { ...figure(Number.NaN, { atMost: 25 }), leftOut: "not built" }, false],
  ])("%s", (_, entry, missed) => {
    expect(missesBar(entry)).toBe(missed);
  });
});

describe("figureTexts", () => {
  it("gives about three digits, and whole numbers unchanged", () => {
    const values = [0.12345, 1.2345, 1234.5, 10_000_000].map((value) => figure(value));
    const texts = values.map((entry) => figureTexts(entry).value);
    expect(texts).toEqual(["0.123", "1.23", "1,235", "10,000,000"]);
  });

  it("gives a reason instead of a value", () => {
    const left = { ...figure(Number.NaN, { atMost: 2 }), leftOut: "not built" };
    expect(figureTexts(left)).toEqual({ value: "–", bar: "≤ 2", verdict: "left out: not built" });
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { colorsOf, contrast } from "../testing/contrast.ts";

const colors = colorsOf(readFileSync(new URL("tokens.css", import.meta.url), "utf8"));
const surfaces = ["paper", "sheet", "layer", "wash"] as const;

const pairs = (texts: readonly string[], grounds: readonly string[]) =>
  texts.flatMap((text) => grounds.map((ground) => [text, ground] as const));

/** Every text on every background that it is used on. */
const texts = [
  ...pairs(["ink", "soft", "faint", "firm", "slip"], surfaces),
  ...pairs(["ink", "soft", "firm"], ["firm-wash"]),
  ...pairs(["ink", "soft", "slip"], ["slip-wash"]),
  ...pairs(["glow"], [...surfaces, "glow-wash"]),
  ...pairs(["ink", "soft"], ["glow-wash"]),
  ...pairs(["on-firm"], ["firm", "firm-strong"]),
];

/** Lines and shapes that identify a control or a state. */
const shapes = [
  ...pairs(["line"], ["paper", "sheet", "layer"]),
  ...pairs(["firm", "slip"], surfaces),
  ...pairs(["firm"], ["hair"]),
  ...pairs(["firm"], ["firm-wash"]),
  ...pairs(["slip"], ["slip-wash"]),
  ...pairs(["heat-4"], ["heat-1", "paper"]),
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  const between = (one: string, other: string) => {
    const [left, right] = [colors.get(one)?.[theme], colors.get(other)?.[theme]];
    if (left === undefined || right === undefined) throw new Error(`no color ${one} or ${other}`);
    return contrast(left, right);
  };

  test.each(texts)("%s is readable on %s", (text, ground) => {
    expect(between(text, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(shapes)("%s is visible on %s", (shape, ground) => {
    expect(between(shape, ground)).toBeGreaterThanOrEqual(3);
  });

  test("each step of the calendar differs in lightness from the one before", () => {
    const steps = ["heat-1", "heat-2", "heat-3", "heat-4"].map((name) => between(name, "paper"));
    expect(steps).toEqual(steps.toSorted((left, right) => left - right));
    expect(Math.min(...steps.slice(1).map((step, at) => step / (steps[at] ?? 1)))).toBeGreaterThan(
      1.3,
    );
  });
});

test("contrast follows WCAG", () => {
  expect(contrast([1, 0, 0], [0, 0, 0])).toBeCloseTo(21, 5);
  // #767676 is the known gray that is just sufficient on white.
  expect(contrast([0.5638, 0, 0], [1, 0, 0])).toBeCloseTo(4.54, 1);
});

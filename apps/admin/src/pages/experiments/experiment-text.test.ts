import type { ExperimentMetrics } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { daysAt, differenceText, metricRows, valueText } from "./experiment-text.ts";

const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat("en", options).format(value);
const text = { number, t: (_: string, { value = "" } = {}) => `${value} points` } as never;

const figure = { mean: 0.5, n: 10, low: 0.3, high: 0.7 };
const difference = { diff: 0.1, low: 0.05, high: 0.15, pValue: 0.01 };
const measured = (primary: object, guardrails: object[] = []): ExperimentMetrics =>
  ({
    control: { users: 10, metrics: { day7_retention: figure } },
    treatment: { users: 10, metrics: { day7_retention: figure } },
    primary: { ...difference, significant: true, planReached: true, ...primary },
    guardrails: guardrails.map((given) => ({ ...difference, worse: false, ...given })),
  }) as never;

describe("a metric", () => {
  it("is a share, or a number of answers", () => {
    expect(valueText("day7_retention", 0.1234, text)).toBe("12.3%");
    expect(valueText("reviews_per_day", 12.345, text)).toBe("12.35");
    expect(valueText("reviews_per_day", null, text)).toBe("–");
  });

  it("differs by points, or by answers", () => {
    expect(differenceText("mastered_hold", -0.021, text)).toBe("-2.1 points");
    expect(differenceText("mastered_hold", 0, text)).toBe("0 points");
    expect(differenceText("reviews_per_day", 1.5, text)).toBe("+1.5");
  });
});

describe("the metrics of an experiment", () => {
  it("are five: the primary one first, the guardrails next", () => {
    const rows = metricRows("session_completion", measured({}, [{ metric: "reviews_per_day" }]));
    expect(rows.map(({ metric, role }) => `${metric} ${role}`)).toEqual([
      ...["session_completion primary", "reviews_per_day guardrail", "day7_retention watched"],
      ...["day30_retention watched", "mastered_hold watched"],
    ]);
    expect(rows[2]).toMatchObject({ control: figure, difference: undefined });
  });

  it.each([
    ["day7_retention", { diff: 0.1 }, "better"],
    ["day7_retention", { diff: -0.1 }, "worse"],
    ["reviews_per_day", { diff: -0.1 }, "better"],
    ["day7_retention", { diff: 0.1, significant: false }, "undecided"],
  ] as const)("%s with %j is %s", (metric, primary, verdict) => {
    expect(metricRows(metric, measured(primary))[0]?.verdict).toBe(verdict);
  });
});

describe("the planned time", () => {
  it("is longer with fewer learners, and unknown without new ones", () => {
    expect(daysAt(100, 40)).toBe(40);
    expect(daysAt(30, 40)).toBe(134);
    expect(daysAt(30, null)).toBeNull();
  });
});

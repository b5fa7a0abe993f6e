import { describe, expect, it } from "vitest";
import { draftOf, newPlan, questionOf, typedNumber } from "./typed-plan.ts";

describe("a typed plan", () => {
  it("is queried with shares", () => {
    expect(questionOf({ ...newPlan, mde: "2,5" })).toEqual({
      primaryMetric: "day7_retention",
      mde: 0.025,
      alpha: 0.05,
      power: 0.8,
    });
    expect(questionOf({ ...newPlan, alpha: "" })).toBeUndefined();
  });

  it("starts with the planned or the requested number of learners", () => {
    expect(draftOf(newPlan, 382)).toMatchObject({ minSample: 382, trafficPct: 100, mde: 0.05 });
    expect(draftOf({ ...newPlan, sample: "50" }, 382).minSample).toBe(50);
  });

  it("never uses the deciding metric as a guardrail, and sends only readable numbers", () => {
    const typed = { ...newPlan, guardrails: ["day7_retention", "mastered_hold"] as const };
    const treatment = { "elo.kFactor": "20", "ssp.dualGridEnabled": false };
    expect(draftOf({ ...typed, name: " A ", treatment }, 1)).toMatchObject({
      name: "A",
      guardrailMetrics: ["mastered_hold"],
      treatmentPatch: { "elo.kFactor": 20, "ssp.dualGridEnabled": false },
    });
  });

  it("accepts a decimal comma, and ignores invalid numbers", () => {
    expect(["1,5", " 2 ", "", "x"].map(typedNumber)).toEqual([1.5, 2, undefined, undefined]);
  });
});

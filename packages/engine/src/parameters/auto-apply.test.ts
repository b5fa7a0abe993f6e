import { describe, expect, it } from "vitest";
import { type AutoApplyConditions, autoApplyBlockers } from "./auto-apply.ts";

const clear: AutoApplyConditions = {
  enabled: true,
  changedCount: 1,
  confidence: 0.8,
  confidenceMin: 0.8,
  appliedToday: 2,
  appliedPerDayMax: 3,
  changesAddedPath: false,
};

describe("autoApplyBlockers", () => {
  it("is empty when all conditions are met", () => {
    expect(autoApplyBlockers(clear)).toEqual([]);
  });

  it.each([
    ["switched_off", { enabled: false }],
    ["not_one_parameter", { changedCount: 2 }],
    ["not_one_parameter", { changedCount: 0 }],
    ["low_confidence", { confidence: 0.79 }],
    ["low_confidence", { confidence: null }],
    ["low_confidence", { confidence: Number.NaN }],
    ["daily_limit", { appliedToday: 3 }],
    ["added_path", { changesAddedPath: true }],
  ])("names %s for %j", (blocker, conditions) => {
    expect(autoApplyBlockers({ ...clear, ...conditions })).toEqual([blocker]);
  });

  it("counts a missing confidence as 0", () => {
    const { confidence: _confidence, ...unrated } = clear;
    expect(autoApplyBlockers(unrated)).toEqual(["low_confidence"]);
    expect(autoApplyBlockers({ ...unrated, confidenceMin: 0 })).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { type AutoApplyCase, autoApplyBars } from "./auto-apply.ts";

const clear: AutoApplyCase = {
  enabled: true,
  changedCount: 1,
  confidence: 0.8,
  confidenceMin: 0.8,
  appliedToday: 2,
  appliedPerDayMax: 3,
  evidenceAnswers: 500,
  experimentRunning: false,
  anomalyAlert: false,
};

describe("autoApplyBars", () => {
  it("is empty when nothing stands against it", () => {
    expect(autoApplyBars(clear)).toEqual([]);
  });

  it.each([
    ["switched_off", { enabled: false }],
    ["not_one_parameter", { changedCount: 2 }],
    ["not_one_parameter", { changedCount: 0 }],
    ["low_confidence", { confidence: 0.79 }],
    ["low_confidence", { confidence: null }],
    ["low_confidence", { confidence: Number.NaN }],
    ["daily_limit", { appliedToday: 3 }],
    ["little_evidence", { evidenceAnswers: 499 }],
    ["experiment_running", { experimentRunning: true }],
    ["anomaly_alert", { anomalyAlert: true }],
  ])("names %s for %j", (bar, facts) => {
    expect(autoApplyBars({ ...clear, ...facts })).toEqual([bar]);
  });

  it("counts a missing confidence as none", () => {
    const { confidence: _confidence, ...silent } = clear;
    expect(autoApplyBars(silent)).toEqual(["low_confidence"]);
    expect(autoApplyBars({ ...silent, confidenceMin: 0 })).toEqual([]);
  });
});

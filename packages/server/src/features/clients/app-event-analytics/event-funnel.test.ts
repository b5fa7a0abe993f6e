import { describe, expect, it } from "vitest";
import { funnelOf } from "./event-funnel.ts";

describe("funnelOf", () => {
  it("reports the share at each step, the losses and the largest one", () => {
    const { steps, ...drop } = funnelOf([200, 190, 100, 90, 100]);
    expect(steps.map(({ key, pct, deltaPt, tone }) => [key, pct, deltaPt, tone])).toEqual([
      ["session_start", 100, null, "neutral"],
      ["study_screen", 95, -5, "good"],
      ["study_start", 50, -45, "bad"],
      ["study_complete", 45, -5, "good"],
      ["word_lookup", 50, 5, "good"],
    ]);
    expect(drop).toEqual({
      biggestDropFrom: "study_screen",
      biggestDropTo: "study_start",
      biggestDropPt: 45,
    });
  });

  it.each([
    [10, "good"],
    [11, "warn"],
    [30, "warn"],
    [31, "bad"],
  ])("rates a loss of %i points as %s", (loss, tone) => {
    const rest = 100 - loss;
    expect(funnelOf([100, rest, rest, rest, rest]).steps[1]?.tone).toBe(tone);
  });

  it("has no drop without learners", () => {
    const { steps, ...drop } = funnelOf([0, 0, 3, 0, 0]);
    expect(steps.map(({ pct }) => pct)).toEqual([0, 0, 0, 0, 0]);
    expect(drop).toEqual({ biggestDropFrom: null, biggestDropTo: null, biggestDropPt: null });
  });

  it("never exceeds the first step", () => {
    expect(funnelOf([2, 5, 0, 0, 0]).steps[1]).toMatchObject({ count: 5, pct: 100, deltaPt: 0 });
  });
});

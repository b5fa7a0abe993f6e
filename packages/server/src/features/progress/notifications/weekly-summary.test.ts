import { describe, expect, it } from "vitest";
import { weeklySummary } from "./weekly-summary.ts";

const day = { answers: 3, correct: 1, newWords: 1, masteredWords: 0 };
const idle = { answers: 0, correct: 0, newWords: 0, masteredWords: 0 };

describe("weeklySummary", () => {
  it("is undefined for a week without answers", () => {
    expect(weeklySummary([], 0)).toBeUndefined();
    expect(weeklySummary([idle, idle], 5)).toBeUndefined();
  });

  it("adds up the days and counts those with answers", () => {
    expect(weeklySummary([day, idle, day], 0)?.message).toBe(
      "6 answers on 2 days, 33 % of them right. 2 new words, 0 mastered.",
    );
  });

  it("mentions a streak from the second day on", () => {
    expect(weeklySummary([day], 1)?.message).not.toContain("row");
    expect(weeklySummary([day], 2)?.message).toContain("on 2 days in a row");
  });
});

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
    expect(weeklySummary([day, idle, { ...day, masteredWords: 4 }], 6)).toEqual({
      answers: 6,
      days: 2,
      accuracy: 1 / 3,
      newWords: 2,
      mastered: 4,
      streak: 6,
    });
  });
});

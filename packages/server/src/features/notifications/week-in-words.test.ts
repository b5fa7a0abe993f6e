import { describe, expect, it } from "vitest";
import { weekInWords } from "./week-in-words.ts";

const day = { answers: 3, correct: 1, newWords: 1, masteredWords: 0 };
const idle = { answers: 0, correct: 0, newWords: 0, masteredWords: 0 };

describe("weekInWords", () => {
  it("has nothing to say about a week without answers", () => {
    expect(weekInWords([], 0)).toBeUndefined();
    expect(weekInWords([idle, idle], 5)).toBeUndefined();
  });

  it("adds the days up and counts those with answers", () => {
    expect(weekInWords([day, idle, day], 0)?.message).toBe(
      "6 answers on 2 days, 33 % of them right. 2 new words, 0 mastered.",
    );
  });

  it("mentions a streak from the second day on", () => {
    expect(weekInWords([day], 1)?.message).not.toContain("row");
    expect(weekInWords([day], 2)?.message).toContain("on 2 days in a row");
  });
});

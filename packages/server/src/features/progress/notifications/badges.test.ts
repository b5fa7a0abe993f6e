import { describe, expect, it } from "vitest";
import { badgeRules, progressTo } from "./badges.ts";

const none = { words: 0, mastered: 0, answers: 0, streakDays: 0 };
const everything = { words: 1000, mastered: 1000, answers: 5000, streakDays: 400 };

function progress(id: string, counts: Partial<typeof none>) {
  const rule = badgeRules.find((badge) => badge.id === id);
  return rule === undefined ? undefined : progressTo(rule, { ...none, ...counts });
}

describe("a badge", () => {
  it("has a unique id", () => {
    expect(new Set(badgeRules.map(({ id }) => id)).size).toBe(badgeRules.length);
  });

  it("is not earned without progress and can be earned", () => {
    for (const rule of badgeRules) {
      expect([rule.id, progressTo(rule, none)]).toEqual([rule.id, 0]);
      expect([rule.id, progressTo(rule, everything)]).toEqual([rule.id, 1]);
    }
  });

  it("makes progress with its own measure only", () => {
    expect(progress("first_word", { words: 1 })).toBe(1);
    expect(progress("streak_7", { streakDays: 6 })).toBeCloseTo(6 / 7);
    expect(progress("streak_7", { words: 500 })).toBe(0);
    expect(progress("mastered_100", { mastered: 99 })).toBe(0.99);
    expect(progress("mastered_100", { mastered: 150 })).toBe(1);
  });
});

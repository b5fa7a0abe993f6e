import { describe, expect, it } from "vitest";
import { defaultParameters } from "../parameters/parameters.ts";
import { evaluateMastery, type MasteryInput, nextStreak } from "./mastery-level.ts";
import { guessRate, posteriorRecall } from "./posterior.ts";

// What we check: reference values of the posterior, its direction, and the order in which the
// conditions of a level are evaluated.
const parameters = defaultParameters();
const rules = parameters.mastery;
const CHOICE = guessRate("word-to-meaning", 4, rules);
const TYPED = guessRate("meaning-to-spelling", undefined, rules);

describe("posteriorRecall", () => {
  it.each([
    ["due word, wrong among four: forgotten", 0.9, false, CHOICE, 0.1935],
    ["early, wrong among four: a slip is more likely", 0.97, false, CHOICE, 0.463],
    ["at the border for four choices", 0.904, false, CHOICE, 0.2007],
    ["at the border for a typed answer", 0.925, false, TYPED, 0.2011],
    ["first answer wrong", null, false, CHOICE, 0.2695],
    ["first answer right", null, true, CHOICE, 0.8476],
  ])("%s", (_name, prediction, isCorrect, guess, expected) => {
    expect(posteriorRecall(prediction, isCorrect, guess, rules)).toBeCloseTo(expected, 3);
  });

  it("rises with the prediction, and is always higher after a right answer", () => {
    const grid = [0, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1];
    for (const isCorrect of [true, false]) {
      const posteriors = grid.map((p) => posteriorRecall(p, isCorrect, CHOICE, rules));
      expect(posteriors).toEqual(posteriors.toSorted((a, b) => a - b));
    }
    for (const p of grid) {
      const wrong = posteriorRecall(p, false, CHOICE, rules);
      expect(posteriorRecall(p, true, CHOICE, rules)).toBeGreaterThan(wrong);
    }
  });
});

describe("guessRate", () => {
  it("falls with the number of choices, and is at most 1 − slip", () => {
    expect(guessRate("word-to-meaning", undefined, rules)).toBe(rules.guessChoice);
    expect(guessRate("word-to-meaning", 2, rules)).toBeCloseTo(0.5, 12);
    expect(guessRate("word-to-meaning", 1, rules)).toBe(1 - rules.slip);
    expect(guessRate("meaning-to-spelling", 2, rules)).toBe(rules.guessTyped);
  });
});

describe("evaluateMastery", () => {
  const strong: MasteryInput = {
    attempts: 6,
    prediction: 0.9,
    isCorrect: true,
    stabilityDays: 20,
    accuracy: 0.8,
    streak: 2,
  };

  const slip = { isCorrect: false, streak: 0, prediction: 0.97 };

  it.each([
    ["NEW", "before any answer", { attempts: 0 }],
    ["MASTERED", "when strength, accuracy and streak all hold", {}],
    ["MASTERED", "even when recall is low, because it is evaluated first", { prediction: 0.01 }],
    ["REVIEWING", "when accuracy is just at its threshold", { accuracy: 0.65 }],
    ["REVIEWING", "without a streak", { streak: 0 }],
    ["LEARNING", "when strength is just at its threshold", { stabilityDays: 9 }],
    ["FORGOTTEN", "after a wrong answer to a due word", { isCorrect: false, streak: 0 }],
    ["REVIEWING", "after a slip in an early review", slip],
    ["LEARNING", "after a slip on a weak word", { ...slip, stabilityDays: 5 }],
  ])("is %s %s", (level, _why, change) => {
    expect(evaluateMastery({ ...strong, ...change }, parameters).level).toBe(level);
  });

  it("measures strength against thirty days, at most 1", () => {
    const strengthAt = (stabilityDays: number) =>
      evaluateMastery({ ...strong, stabilityDays }, parameters).memoryStrength;
    expect([0, 15, 30, 300].map(strengthAt)).toEqual([0, 0.5, 1, 1]);
  });
});

describe("nextStreak", () => {
  const GAP = parameters.memoryModel.streakMinGapMs;

  it("grows only if the previous answer was half an hour or more before", () => {
    expect(nextStreak(0, true, 0, null, GAP)).toBe(1);
    expect(nextStreak(3, true, GAP, 0, GAP)).toBe(4);
    expect(nextStreak(3, true, GAP - 1, 0, GAP)).toBe(3);
    expect(nextStreak(3, false, GAP, 0, GAP)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { defaultParameters } from "../parameters/parameters.ts";
import { forecastSchedule, type ForecastRequest, type ForecastWord } from "./goal-forecast.ts";
import type { LearnerSchedule } from "./learner-goal.ts";

// What we check: costs and benefits of a schedule, by hand for one word, by comparison for many.
const parameters = defaultParameters();
const weights = parameters.memoryModel.w;
const costs = { recallSecs: 4, forgetSecs: 10 };
const word: ForecastWord = { stability: 20, difficulty: 5, lastDay: -15, dueDay: 5 };
const many = Array.from({ length: 400 }, (_, i) => ({
  stability: 1 + (i % 60),
  difficulty: 1 + (i % 9),
  lastDay: -(i % 30),
  dueDay: (i % 40) - 5,
}));
const request = { weights, costs, words: many, newPerDay: 5, days: 56, seed: 3 };
const at = (recall: number): LearnerSchedule => ({ kind: "recall", recall });
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const forecast = (recall: number, changes: Partial<ForecastRequest> = {}) =>
  forecastSchedule({ ...request, ...changes }, at(recall), parameters);

describe("forecastSchedule", () => {
  it("asks a word on the day it is due, and counts it as known by its curve", () => {
    const alone = { words: [word], newPerDay: 0, days: 6 };
    const asked = forecast(0.9, alone);
    expect(asked.reviews).toEqual([0, 0, 0, 0, 0, 1]);
    expect(costs).toMatchObject({ recallSecs: 4 });
    expect([4, 10]).toContain(sum(asked.seconds));
    const before = forecast(0.9, { ...alone, days: 5 });
    expect(sum(before.reviews)).toBe(0);
    // Recall is 0.9 when the pause equals the stability: 15 days after a review, 5 days before it.
    expect(before.known).toBeCloseTo(0.9, 10);
  });

  it("asks overdue words at once, and brings others forward by half of their time at most", () => {
    const overdue = { ...word, dueDay: -3 };
    expect(forecast(0.9, { words: [overdue], newPerDay: 0, days: 1 }).reviews).toEqual([1]);
    const later = { ...word, dueDay: 10 };
    const eager = forecast(0.97, { words: [later], newPerDay: 0, days: 6 });
    expect(eager.reviews).toEqual([0, 0, 0, 0, 0, 1]);
  });

  it("takes more reviews for more recall, and keeps more words known", () => {
    const [low, middle, high] = [forecast(0.75), forecast(0.88), forecast(0.96)];
    for (const [less, more] of [
      [low, middle],
      [middle, high],
    ] as const) {
      expect(sum(more.reviews)).toBeGreaterThan(sum(less.reviews));
      expect(sum(more.seconds)).toBeGreaterThan(sum(less.seconds));
      expect(more.known).toBeGreaterThan(less.known);
    }
    expect(high.known).toBeLessThanOrEqual(400 + 5 * 56);
  });

  it("takes its targets from a policy word by word", () => {
    const policy = { schema: 1 as const, stabilities: [1, 1000], recalls: flat(0.88) };
    const solved = forecastSchedule(request, { kind: "policy", policy }, parameters);
    expect(solved).toEqual(forecast(0.88));
  });

  it("starts a word whenever the fractions of new words add up to one", () => {
    const none = forecast(0.9, { words: [], newPerDay: 0 });
    const quarter = forecast(0.9, { words: [], newPerDay: 0.25 });
    const one = forecast(0.9, { words: [], newPerDay: 1 });
    expect(none.known).toBe(0);
    // Fourteen words in eight weeks, with the time for them spread evenly over the days.
    expect(quarter.known).toBeGreaterThan(0.75 * 14);
    expect(quarter.known).toBeLessThan(14);
    expect(quarter.known / one.known).toBeCloseTo(0.25, 1);
    expect(quarter.seconds[0]).toBe(0.25 * costs.forgetSecs);
  });

  it("begins no more new words than there are", () => {
    const few = forecast(0.9, { words: [], newPerDay: 4, newWords: 6 });
    expect(few.known).toBeLessThanOrEqual(6);
    expect(few.known).toBeGreaterThan(0.75 * 6);
    expect(few.seconds[0]).toBe(4 * costs.forgetSecs);
    expect(forecast(0.9, { newWords: 5 * 56 })).toEqual(forecast(0.9));
    expect(forecast(0.9, { newWords: 0 })).toEqual(forecast(0.9, { newPerDay: 0 }));
  });

  it("refuses a number of days or new words that is not a number", () => {
    for (const broken of [{ days: -1 }, { newPerDay: Number.NaN }, { newWords: -1 }]) {
      expect(() => forecast(0.9, broken)).toThrow(RangeError);
    }
  });
});

/** The same target for the 19 difficulties and both stabilities. */
function flat(recall: number): number[] {
  return new Array<number>(38).fill(recall);
}

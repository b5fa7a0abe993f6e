import { describe, expect, it } from "vitest";
import type { AnswerInput } from "../answer.ts";
import { DAY_MS, MINUTE_MS } from "../numeric/durations.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import type { History } from "../replay.ts";
import { START_MS } from "../testing/scripted-learner.ts";
import { measureCosts } from "./answer-costs.ts";

// The cost of a day of review, by hand: answers to one word on one day count together.
const parameters = withParameters(defaultParameters(), {
  "wordSelector.failureTimeFactor": 1.5,
});

function answer(word: number, day: number, isCorrect: boolean, minute = 0): AnswerInput {
  const atMs = START_MS + day * DAY_MS + minute * MINUTE_MS;
  const times = { responseTimeMs: 3000, utcOffsetMinutes: 0, dayStartHour: 4 };
  return { wordId: `w${word}`, atMs, isCorrect, ...times };
}

function historyOf(answers: AnswerInput[]): History {
  return { seed: 1, startMs: START_MS, answers, words: {} };
}

/** Words that are learned, and on another day remembered, or forgotten and asked twice more. */
function reviewed(recalled: number, forgotten: number): AnswerInput[] {
  const words = Array.from({ length: recalled + forgotten }, (_, word) => word);
  const met = words.flatMap((word) => [answer(word, 0, false), answer(word, 0, true, 5)]);
  const asked = words.map((word) => answer(word, 3, word < recalled, 0));
  const again = words.filter((word) => word >= recalled);
  const repeated = [1, 2].flatMap((n) => again.map((word) => answer(word, 3, n === 2, n)));
  return [...met, ...asked, ...repeated];
}

describe("measureCosts", () => {
  it("adds up the answers of a day, and blends few failures with the usual ratio", () => {
    // Three answers of 3 s, and twenty failures at 1.5 times a success.
    const costs = measureCosts(historyOf(reviewed(50, 20)), parameters);
    expect(costs).toEqual({ recallSecs: 3, forgetSecs: (20 * 9 + 20 * 4.5) / 40 });
    const many = measureCosts(historyOf(reviewed(50, 180)), parameters);
    expect(many?.forgetSecs).toBe((180 * 9 + 20 * 4.5) / 200);
  });

  it("returns nothing with few failures, on first days, or without a success", () => {
    expect(measureCosts(historyOf(reviewed(50, 19)), parameters)).toBeUndefined();
    expect(measureCosts(historyOf(reviewed(0, 50)), parameters)).toBeUndefined();
    const met = reviewed(50, 20).filter(({ atMs }) => atMs < START_MS + DAY_MS);
    expect(measureCosts(historyOf(met), parameters)).toBeUndefined();
  });

  it("ignores pauses and lost focus, and never makes a failure cheaper than a success", () => {
    const paused = reviewed(50, 20).map((given) => ({ ...given, pausedMs: 800, focusLossMs: 200 }));
    expect(measureCosts(historyOf(paused), parameters)?.recallSecs).toBe(2);
    const slow = reviewed(50, 20).map((given) =>
      given.isCorrect ? { ...given, responseTimeMs: 60_000 } : given,
    );
    const costs = measureCosts(historyOf(slow), parameters);
    expect(costs?.forgetSecs).toBeGreaterThanOrEqual(costs?.recallSecs ?? Infinity);
  });
});

import { describe, expect, it } from "vitest";
import type { AnswerInput } from "../answer.ts";
import { createLearner } from "../learner-state/create-learner.ts";
import { modelOf } from "../model.ts";
import { defaultParameters, withParameters } from "../parameters/parameters.ts";
import { gradeAnswer } from "./answer-grade.ts";
import { nextPace, timingOf } from "./answer-time.ts";

// What we check: the order of the rules that turn an answer into a grade, and a time baseline that
// follows its learner but is robust against outliers.
const parameters = defaultParameters();
const plain: AnswerInput = {
  wordId: "w",
  atMs: 0,
  isCorrect: true,
  responseTimeMs: 4000,
  utcOffsetMinutes: 0,
  dayStartHour: 0,
};
const { pace } = createLearner(1, 0);

function timed(answer: AnswerInput, rules = parameters, known = pace) {
  return timingOf(answer, "word-to-meaning", 7, known, rules, modelOf(rules));
}

function grade(change: Partial<AnswerInput>, rules = parameters) {
  const answer = { ...plain, ...change };
  return gradeAnswer(answer, timed(answer, rules), rules);
}

describe("gradeAnswer", () => {
  it.each([
    [1, "an explicit grade above all", { grade: 1, isCorrect: true }],
    [1, "a wrong answer, however it was rated", { isCorrect: false, selfRating: 4 }],
    [2, "a hint", { hintUsed: true, selfRating: 4 }],
    [2, "a second try", { retryCount: 1 }],
    [2, "a self-rating of again on a right answer", { selfRating: 1 }],
    [4, "a self-rating of easy", { selfRating: 4, responseTimeMs: 50_000 }],
    [2, "a slow answer", { responseTimeMs: 9000 }],
    [4, "a fast answer", { responseTimeMs: 1500 }],
    [3, "an answer too fast to have read the word", { responseTimeMs: 900 }],
    [3, "a usual answer", {}],
  ] as const)("gives %i for %s", (expected, _name, change) => {
    expect(grade(change).grade).toBe(expected);
  });

  it("makes every success easy if configured so", () => {
    const always = withParameters(parameters, { "memoryModel.gspSuccessGrade": 4 });
    expect(grade({ hintUsed: true }, always).grade).toBe(4);
    expect(grade({ isCorrect: false }, always).grade).toBe(1);
  });

  it("distributes over the grades when the cut points are soft", () => {
    const soft = withParameters(parameters, { "grade.softness": 0.5 });
    const shares = grade({ responseTimeMs: 8200 }, soft).shares ?? [0, 0, 0];
    expect(shares[0]).toBeCloseTo(0.5, 1);
    expect(shares[0] + shares[1] + shares[2]).toBeCloseTo(1, 12);
    expect(grade({ responseTimeMs: 900 }, soft).shares?.[2]).toBe(0);
  });
});

describe("the time baseline", () => {
  it("does not count pauses and lost focus", () => {
    const paused = { ...plain, responseTimeMs: 9000, pausedMs: 3000, focusLossMs: 2000 };
    expect(timed(paused)).toEqual(timed(plain));
  });

  it("converges to the learner's median and spread", () => {
    let known = pace;
    for (let i = 0; i < 600; i++) {
      const answer = { ...plain, responseTimeMs: i % 2 === 0 ? 1500 : 2500 };
      const timing = timed(answer, parameters, known);
      known = nextPace(known, timing, "word-to-meaning", parameters.responseTime);
    }
    const median = 4000 * Math.exp(known.shift + (known.modeShifts[0] ?? 0));
    expect(median).toBeGreaterThan(1800);
    expect(median).toBeLessThan(2100);
    expect(0.6 * Math.sqrt(known.varianceRatio)).toBeCloseTo(Math.log(2500 / 1500) / 2, 1);
  });

  it("is changed by an extreme time no more than by a slow one", () => {
    const shifted = (ms: number) => {
      const timing = timed({ ...plain, responseTimeMs: ms });
      return nextPace(pace, timing, "word-to-meaning", parameters.responseTime).shift;
    };
    expect(shifted(3_000_000)).toBe(shifted(60_000));
    expect(shifted(60_000)).toBeCloseTo((3 * 0.6) / 20, 1);
  });
});

import { describe, expect, it } from "vitest";
import type { AnswerInput } from "./answer.ts";
import { createLearner } from "./learner-state/create-learner.ts";
import { memoryHistory } from "./memory-history.ts";
import { createMemory, rightInARow } from "./memory/word-memory.ts";
import { defaultParameters } from "./parameters/parameters.ts";
import { processAnswer } from "./process-answer.ts";
import { replay } from "./replay.ts";

// What we check: memories recomputed with today's learner equal the original ones if only the word
// was learned, even if the learner has answered since.
const parameters = defaultParameters();
const DAY_MS = 86_400_000;
const START_MS = Date.UTC(2026, 0, 1, 9);
const word = { id: "w1", text: "reluctant", difficulty: null };
const context = { word, wordRating: null };

/** Explicit grades, so that the pace of the learner does not matter. */
const answer = (day: number, isCorrect: boolean): AnswerInput => ({
  wordId: "w1",
  atMs: START_MS + day * DAY_MS,
  isCorrect,
  grade: isCorrect ? 3 : 1,
  responseTimeMs: 4000,
  utcOffsetMinutes: 0,
  dayStartHour: 0,
});
const answers = [answer(0, true), answer(2, true), answer(9, false), answer(10, true)];
const history = { seed: 7, startMs: START_MS, answers, words: { w1: word } };

describe("memoryHistory", () => {
  it("ends with the memory after all answers", () => {
    const { learner, memories } = replay(history, parameters);
    const last = memoryHistory(learner, answers, parameters, context).at(-1);
    expect(last?.trace).toEqual(memories["w1"]?.trace);
    expect(last?.lapses).toBe(1);
  });

  it("has the memory after each answer, at the time of the answer", () => {
    const { learner } = replay(history, parameters);
    const found = memoryHistory(learner, answers, parameters, context);
    expect(found.map(({ trace }) => trace?.lastAtMs)).toEqual(answers.map(({ atMs }) => atMs));
    expect(found.map(({ attempts }) => attempts)).toEqual([1, 2, 3, 4]);
    const strengths = found.map(({ trace }) => trace?.stability ?? 0);
    expect(strengths[1]).toBeGreaterThan(strengths[0] ?? 0);
    expect(strengths[2]).toBeLessThan(strengths[1] ?? 0);
  });

  it("uses the learner's current weights", () => {
    const { learner } = replay(history, parameters);
    const weights = parameters.memoryModel.w.map((value, n) => (n === 2 ? 2 * value : value));
    const fitted = { ...learner, fit: { ...learner.fit, weights } };
    const [before] = memoryHistory(learner, answers, parameters, context);
    const [after] = memoryHistory(fitted, answers, parameters, context);
    expect(after?.trace?.stability).toBeCloseTo(2 * (before?.trace?.stability ?? 0), 6);
  });

  it("changes neither the learner nor the answers, and refuses another word's", () => {
    const { learner } = replay(history, parameters);
    const copy = structuredClone(learner);
    memoryHistory(learner, answers, parameters, context);
    expect(learner).toEqual(copy);
    const other = { ...answer(1, true), wordId: "w2" };
    expect(() => memoryHistory(learner, [other], parameters, context)).toThrow(RangeError);
    expect(memoryHistory(learner, [], parameters, context)).toEqual([]);
  });
});

describe("rightInARow", () => {
  const after = (...outcomes: boolean[]) => {
    const learner = createLearner(1, START_MS);
    let memory = createMemory("w1");
    for (const [day, isCorrect] of outcomes.entries()) {
      ({ memory } = processAnswer(learner, memory, answer(day, isCorrect), parameters, context));
    }
    return rightInARow(memory);
  };

  it.each([
    [0, []],
    [1, [true]],
    [0, [true, true, false]],
    [2, [false, true, true]],
    [3, [true, true, true]],
  ])("is %i after %j", (expected, outcomes) => {
    expect(after(...outcomes)).toBe(expected);
  });

  it("counts only stored outcomes", () => {
    expect(after(...Array.from({ length: 40 }, () => true))).toBe(24);
  });
});

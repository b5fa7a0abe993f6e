import { describe, expect, it } from "vitest";
import type { AnswerInput } from "./answer.ts";
import { createLearner } from "./learner-state/create-learner.ts";
import { defaultParameters } from "./parameters/parameters.ts";
import { replay } from "./replay.ts";
import { usableLearner, usableMemory } from "./stored-check.ts";

const START_MS = Date.UTC(2026, 0, 1, 9);
const answers = Array.from({ length: 60 }, (_, n): AnswerInput => ({
  wordId: `w${n % 7}`,
  atMs: START_MS + n * 7_200_000,
  isCorrect: n % 5 !== 0,
  responseTimeMs: 2_000 + 50 * n,
  utcOffsetMinutes: 60,
  dayStartHour: 4,
}));
const words = { w1: { id: "w1", text: "reluctant", difficulty: 0.4 } };
const { learner, memories } = replay(
  { seed: 7, startMs: START_MS, answers, words },
  defaultParameters(),
);
const memory = memories["w1"];
const copy = <T>(value: T) => JSON.parse(JSON.stringify(value)) as T;

describe("usableLearner", () => {
  it.each([
    ["a new learner", createLearner(1, START_MS)],
    ["one who has answered", learner],
  ])("takes %s unchanged", (_, state) => expect(usableLearner(copy(state))).toEqual(state));

  const damaged: Readonly<Record<string, unknown>> = {
    "no state": null,
    "a text": "state",
    "an unknown schema": { ...learner, schema: 3 },
    "a missing part": { ...learner, mood: undefined },
    "a part of another type": { ...learner, day: [] },
    "a number as a text": { ...learner, lastAtMs: "yesterday" },
    "a number that is not finite": { ...learner, mood: { ...learner.mood, fatigue: 1e400 } },
    "too much": { ...learner, more: "x".repeat(70_000) },
    "weights that are none": { ...learner, fit: { ...learner.fit, weights: ["a"] } },
  };
  it.each(Object.entries(damaged))("refuses %s", (_, state) => {
    expect(usableLearner(state)).toBeUndefined();
  });
});

describe("usableMemory", () => {
  it("takes a memory unchanged", () => {
    expect(usableMemory(copy(memory), "w1")).toEqual(memory);
  });

  const damaged: Readonly<Record<string, unknown>> = {
    "no memory": undefined,
    "an unknown schema": { ...memory, schema: 9 },
    "the memory of another word": { ...memory, wordId: "w2" },
    "an unknown level": { ...memory, level: "GONE" },
    "a stability of nothing": { ...memory, trace: { ...memory?.trace, stability: -1 } },
    "a trace without a time": { ...memory, trace: { ...memory?.trace, lastAtMs: null } },
    "outcomes that are none": { ...memory, outcomes: 5 },
    "too much": { ...memory, confusedWith: ["x".repeat(9_000)] },
  };
  it.each(Object.entries(damaged))("refuses %s", (_, state) => {
    expect(usableMemory(state, "w1")).toBeUndefined();
  });
});

import { describe, expect, it } from "vitest";
import { runAnswerSteps, type Tamper } from "../answer-steps.ts";
import { createMemory } from "../memory/word-memory.ts";
import { defaultParameters } from "../parameters/parameters.ts";
import { answerIn, playHistory, startScript, wordFacts } from "../testing/scripted-learner.ts";

// What we check: that every invariant can fire and names what it saw. How: an ordinary answer whose
// raw values are spoilt, one at a time, on their way to the check.
const script = startScript();
playHistory(script, 200, 10);
answerIn(script, "w1", 60 * 24);

function violated(tamper: Tamper): string[] {
  const memory = script.memories["w1"] ?? createMemory("w1");
  const answer = {
    wordId: "w1",
    atMs: script.atMs + 86_400_000,
    isCorrect: true,
    responseTimeMs: 3000,
    utcOffsetMinutes: 0,
    dayStartHour: 4,
  };
  const context = { word: wordFacts("w1"), wordRating: null, seed: 7 };
  const parameters = defaultParameters();
  const outcome = runAnswerSteps(script.learner, memory, answer, parameters, context, tamper);
  const { monitoring } = outcome;
  expect(monitoring.isAnomaly).toBe(monitoring.invariantViolations.length > 0);
  return monitoring.invariantViolations.map(({ field }) => field);
}

const line = { slope: -1, offset: 0, linearSlope: 1, linearOffset: 0, tableOffset: 0 };

describe("an invariant fires for", () => {
  it("nothing in an ordinary answer", () => {
    expect(violated((raw) => raw)).toEqual([]);
  });

  it.each<[string, Tamper]>([
    ["attention", (raw) => ({ ...raw, mood: { ...raw.mood, attention: 1.01 } })],
    ["fatigue", (raw) => ({ ...raw, mood: { ...raw.mood, fatigue: Number.NaN } })],
    ["motivation", (raw) => ({ ...raw, mood: { ...raw.mood, motivation: -1.2 } })],
    ["confidence", (raw) => ({ ...raw, mood: { ...raw.mood, confidence: Infinity } })],
    ["difficulty", (raw) => ({ ...raw, memory: { ...raw.memory, rawDifficulty: 0.5 } })],
    ["stabilityDirection", (raw) => ({ ...raw, memory: { ...raw.memory, rawStability: 0.01 } })],
    [
      "prediction",
      (raw) => ({
        ...raw,
        prediction: { answer: 0.9999, schedule: 0.9, sameDay: false, lesson: null },
      }),
    ],
    ["target", (raw) => ({ ...raw, review: { ...raw.review, targetRecall: 0.99 } })],
    [
      "intervalJump",
      (raw) => ({ ...raw, intervalSecsBefore: 1, review: { ...raw.review, days: 21 } }),
    ],
    [
      "curve",
      (raw) => ({ ...raw, review: { ...raw.review, curve: { ...raw.review.curve, line } } }),
    ],
    ["reward", (raw) => ({ ...raw, reward: { ...raw.reward, value: -1.5 } })],
    ["ratingShift", (raw) => ({ ...raw, ratingShift: 500 })],
    ["answeredAt", (raw) => ({ ...raw, backwardsMs: 5 })],
    ["stateBytes", (raw) => ({ ...raw, stateBytes: 30_000 })],
  ])("%s", (field, tamper) => {
    expect(violated(tamper)).toEqual([field]);
  });

  it("a stability that is no number, in both of its rules", () => {
    const broken: Tamper = (raw) => ({
      ...raw,
      memory: { ...raw.memory, rawStability: Number.NaN },
    });
    expect(violated(broken)).toEqual(["stability", "stabilityDirection"]);
  });
});

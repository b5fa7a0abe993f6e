import { describe, expect, it } from "vitest";
import type { StepResults } from "../answer-report.ts";
import { runAnswerSteps, type Tamper } from "../answer-steps.ts";
import { createMemory } from "../memory/word-memory.ts";
import { processAnswer } from "../process-answer.ts";
import { defaultParameters } from "../parameters/parameters.ts";
import { answerIn, playHistory, startScript, wordFacts } from "../testing/scripted-learner.ts";

// What we check: that every invariant can be violated and is then reported. How: an ordinary answer
// whose raw values are changed, one at a time, before the check.
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
  const context = { word: wordFacts("w1"), wordRating: null };
  const parameters = defaultParameters();
  const outcome = runAnswerSteps(script.learner, memory, answer, parameters, context, tamper);
  const { monitoring } = outcome;
  expect(monitoring.isAnomaly).toBe(monitoring.invariantViolations.length > 0);
  return monitoring.invariantViolations.map(({ field }) => field);
}

const line = { slope: -1, offset: 0, linearSlope: 1, linearOffset: 0, tableOffset: 0 };

const withMood =
  (change: Partial<StepResults["mood"]>): Tamper =>
  (steps) => ({ ...steps, mood: { ...steps.mood, ...change } });
const withChange =
  (change: Partial<StepResults["change"]>): Tamper =>
  (steps) => ({ ...steps, change: { ...steps.change, ...change } });
const withReview =
  (change: Partial<StepResults["review"]>): Tamper =>
  (steps) => ({ ...steps, review: { ...steps.review, ...change } });
const withPrepared =
  (change: (prepared: StepResults["prepared"]) => Partial<StepResults["prepared"]>): Tamper =>
  (steps) => ({ ...steps, prepared: { ...steps.prepared, ...change(steps.prepared) } });
const both =
  (first: Tamper, second: Tamper): Tamper =>
  (steps) =>
    second(first(steps));

const certainPrediction: Tamper = withPrepared(({ prediction }) => ({
  prediction: prediction === null ? null : { ...prediction, answer: 0.9999, sameDay: false },
}));
const shortBefore: Tamper = withPrepared(({ memory }) => ({
  memory: { ...memory, intervalSecs: 1 },
}));
const withHistory: Tamper = (steps) => {
  const history = new Array<number[]>(900).fill(new Array<number>(20).fill(0));
  const strategy = { ...steps.learner.strategy, history };
  return { ...steps, learner: { ...steps.learner, strategy } };
};

describe("an invariant is violated by", () => {
  it("nothing in an ordinary answer", () => {
    expect(violated((steps) => steps)).toEqual([]);
  });

  it.each<[string, Tamper]>([
    ["attention", withMood({ attention: 1.01 })],
    ["fatigue", withMood({ fatigue: Number.NaN })],
    ["motivation", withMood({ motivation: -1.2 })],
    ["confidence", withMood({ confidence: Infinity })],
    ["difficulty", withChange({ rawDifficulty: 0.5 })],
    ["stabilityDirection", withChange({ rawStability: 0.01 })],
    ["prediction", certainPrediction],
    ["target", withReview({ targetRecall: 0.99 })],
    ["intervalJump", both(shortBefore, withReview({ days: 21 }))],
    ["curve", (steps) => withReview({ curve: { ...steps.review.curve, line } })(steps)],
    ["reward", (steps) => ({ ...steps, reward: { ...steps.reward, value: -1.5 } })],
    ["ratingShift", (steps) => ({ ...steps, memory: { ...steps.memory, ratingShift: 500 } })],
    ["answeredAt", withPrepared(() => ({ backwardsMs: 5 }))],
    ["stateBytes", withHistory],
  ])("%s", (field, tamper) => {
    expect(violated(tamper)).toEqual([field]);
  });

  it.each<[string, Partial<StepResults["review"]["curve"]["blend"]>]>([
    ["no stability", { stability: Number.NaN }],
    ["an encoded share above 1", { encoded: 1.1 }],
    ["a growing short-term component", { tauDays: -1 }],
  ])("a curve of %s", (_name, change) => {
    const broken: Tamper = (steps) => {
      const { curve } = steps.review;
      return withReview({ curve: { ...curve, blend: { ...curve.blend, ...change } } })(steps);
    };
    expect(violated(broken)).toEqual(["curve"]);
  });

  it("a stability of NaN, in both of its rules", () => {
    const broken = withChange({ rawStability: Number.NaN });
    expect(violated(broken)).toEqual(["stability", "stabilityDirection"]);
  });
});

describe("a quit without a word", () => {
  const quit = (atMs: number, mood: Partial<StepResults["mood"]> = {}) => {
    const { learner } = script;
    const learnerWithMood = { ...learner, mood: { ...learner.mood, ...mood } };
    const answer = { wordId: "", atMs, isCorrect: false, isQuit: true, responseTimeMs: 0 };
    const local = { utcOffsetMinutes: 0, dayStartHour: 4 };
    const context = { word: wordFacts("w1"), wordRating: null };
    const given = { ...answer, ...local };
    return processAnswer(learnerWithMood, createMemory(""), given, defaultParameters(), context)
      .monitoring;
  };

  it("violates none", () => {
    expect(quit(script.atMs + 60_000)).toMatchObject({ isAnomaly: false, invariantViolations: [] });
  });

  it("reports values out of range, and a time before the last answer", () => {
    expect(quit(script.atMs + 60_000, { attention: 1.5 })).toMatchObject({
      isAnomaly: true,
      store: true,
      invariantViolations: [{ field: "attention", expectedRange: "0..1" }],
    });
    expect(quit(script.atMs - 60_000).invariantViolations).toEqual([
      { field: "answeredAt", value: "-60000", expectedRange: "not before the last answer" },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { localDay } from "./answer.ts";
import { createMemory } from "./memory/word-memory.ts";
import { predictRecall } from "./memory/predict-recall.ts";
import { deepFreeze } from "./parameters/deep-freeze.ts";
import { defaultParameters, withParameters } from "./parameters/parameters.ts";
import { processAnswer } from "./process-answer.ts";
import { selectWords } from "./selection/select-words.ts";
import { creditBatch } from "./strategy/credit.ts";
import { stateBytes } from "./monitoring/state-size.ts";
import {
  answerIn,
  playHistory,
  type Script,
  START_MS,
  startScript,
  wordFacts,
} from "./testing/scripted-learner.ts";

// What we check: the entry point as a whole on one long scripted history: plain data, unmodified
// inputs, small states, and agreement with its own prediction.
const HOUR_MINUTES = 60;
const NIGHT_MINUTES = 16 * HOUR_MINUTES;

function given(script: Script) {
  return {
    wordId: "w1",
    atMs: script.atMs + 5000,
    isCorrect: true,
    responseTimeMs: 3000,
    utcOffsetMinutes: 0,
    dayStartHour: 4,
  };
}

describe("processAnswer", () => {
  it("starts a word as LEARNING after a first wrong answer", () => {
    const { result } = answerIn(startScript(), "w1", 0, { isCorrect: false });
    expect(result.wordMastery?.masteryLevel).toBe("LEARNING");
    expect(result.wordMastery?.recallProbability).toBeCloseTo(0.2695, 3);
    expect(result.coldStartPhase).toBe("Classify");
  });

  it("returns the initial values of a learner's state", () => {
    const { result } = answerIn(startScript(), "w1", 0);
    expect(result.strategy).toEqual({
      difficulty: 0.5,
      batchSize: 10,
      newRatio: 0.3,
      intervalScale: 1,
      reviewMode: false,
    });
    expect(result.state.attention).toBe(0.7);
    expect(result.state.fatigue).toBeCloseTo(0, 2);
    expect(result.state.habitProfile.preferredHours).toEqual([9, 14, 20]);
  });

  it("never modifies its inputs", () => {
    const script = startScript();
    playHistory(script, 80, 5);
    const learner = deepFreeze(script.learner);
    const memory = deepFreeze(script.memories["w1"] ?? createMemory("w1"));
    const context = deepFreeze({ word: wordFacts("w1"), wordRating: null, batchId: "b" });
    const run = () =>
      processAnswer(learner, memory, deepFreeze(given(script)), defaultParameters(), context);
    expect(run()).toEqual(run());
  });

  it("uses plain data: a JSON round trip changes nothing", () => {
    const direct = startScript();
    const stored = startScript();
    for (let i = 0; i < 120; i++) {
      const minutes = i % 30 === 29 ? NIGHT_MINUTES : 0.3;
      const input = { isCorrect: i % 5 !== 0, responseTimeMs: 1000 + 97 * (i % 40) };
      const outcome = answerIn(direct, `w${i % 7}`, minutes, input);
      answerIn(stored, `w${i % 7}`, minutes, input);
      const copy = JSON.parse(JSON.stringify(stored));
      stored.learner = copy.learner;
      stored.memories = copy.memories;
      stored.ratings = copy.ratings;
      expect(JSON.parse(JSON.stringify(outcome))).toEqual(outcome);
    }
    expect(stored.learner).toEqual(direct.learner);
    expect(stored.memories).toEqual(direct.memories);
  });

  it("predicts the same as predictRecall just before, in both variants", () => {
    const script = startScript();
    playHistory(script, 200, 10);
    const memory = script.memories["w3"] ?? createMemory("w3");
    const atMs = script.atMs + NIGHT_MINUTES * 60_000;
    const context = { word: wordFacts("w3"), wordRating: null };
    const predicted = (variant: "answer" | "schedule") =>
      predictRecall(script.learner, memory, atMs, script.parameters, { variant, context });
    const expected = { answer: predicted("answer"), schedule: predicted("schedule") };
    const { monitoring } = answerIn(script, "w3", NIGHT_MINUTES);
    expect(monitoring.predictedRecall).toEqual(expected);
  });

  it("keeps learner and memories within their size limits", () => {
    const script = startScript();
    playHistory(script, 1500);
    const memory = { ...script.memories["w3"], wordId: "0a6f1c9e-1111-4222-8333-0123456789ab" };
    expect(JSON.stringify(memory).length).toBeLessThan(600);
    expect(JSON.stringify(script.learner).length).toBeLessThan(24_576);
  });

  it("keeps a learner within its size limit with a full history of batches", () => {
    const script = startScript();
    const ids = Array.from({ length: 40 }, (_, i) => `w${i}`);
    for (let batch = 0; batch < 215; batch++) {
      script.atMs += 7 * 3_600_000 + 977 * batch;
      const candidates = ids.map((id) => ({
        word: wordFacts(id),
        memory: script.memories[id] ?? null,
        rating: null,
      }));
      const request = {
        nowMs: script.atMs,
        size: 3,
        key: `k${batch}`,
        seed: 1,
        exclude: [],
        shown: [],
      };
      const chosen = selectWords(script.learner, candidates, request, script.parameters);
      script.learner = chosen.learner;
      for (const [i, id] of chosen.wordIds.entries()) {
        const given = { isCorrect: (batch + i) % 4 !== 0, responseTimeMs: 1500 + 37 * batch };
        const { monitoring } = answerIn(script, id, 0.2, given, { batchId: chosen.id });
        const fields = monitoring.invariantViolations.map(({ field }) => field);
        expect(fields).not.toContain("stateBytes");
      }
      script.learner = creditBatch(script.learner, { batchId: chosen.id }, script.parameters);
    }
    expect(script.learner.strategy.history).toHaveLength(200);
    const bytes = JSON.stringify(script.learner).length;
    expect(bytes).toBeLessThan(24_576);
    expect(stateBytes(script.learner)).toBeGreaterThan(bytes);
  });

  it("treats an answer older than the last one as given at that time, and reports it", () => {
    const script = startScript();
    answerIn(script, "w1", 0);
    const { monitoring, learner } = answerIn(script, "w2", 0, { atMs: START_MS - 5000 });
    expect(learner.lastAtMs).toBe(START_MS);
    expect(monitoring.invariantViolations.map((violation) => violation.field)).toEqual([
      "answeredAt",
    ]);
  });

  it("changes only the learner's state on a quit without a word", () => {
    const script = startScript();
    playHistory(script, 50, 5);
    const memory = createMemory("");
    const context = { word: wordFacts(""), wordRating: null };
    const quit = { ...given(script), wordId: "", isQuit: true, isCorrect: false };
    const outcome = processAnswer(script.learner, memory, quit, script.parameters, context);
    expect(outcome.memory).toBe(memory);
    expect(outcome.result.wordMastery).toBeNull();
    expect(outcome.learner.mood.motivation).toBeLessThan(script.learner.mood.motivation);
    expect(outcome.learner.mood.fatigue).toBeGreaterThan(script.learner.mood.fatigue + 0.15);
    expect(outcome.learner.rating).toEqual(script.learner.rating);
  });

  it("explains by how many days load balancing moved a word", () => {
    const parameters = withParameters(defaultParameters(), { "interval.loadBalanceShare": 0.25 });
    const script = startScript(parameters);
    for (let i = 0; i < 3; i++) answerIn(script, "w1", 60 * 24 * 4, { grade: 3 });
    const again = (plannedSeconds: Record<string, number>) => {
      const copy = { ...script, memories: { ...script.memories } };
      const plan = { plannedSeconds };
      const { memory, result } = answerIn(copy, "w1", 60 * 24 * 4, {}, { plan });
      const moved = result.explanation.factors.find(({ name }) => name.startsWith("schedule:"));
      return { days: memory.intervalSecs / 86_400, moved };
    };
    const usual = again({});
    const lastMs = script.atMs + 4 * 86_400_000;
    const full = localDay(lastMs + usual.days * 86_400_000, 0, 4);
    const balanced = again({ [full]: 900 });
    expect(usual.moved).toBeUndefined();
    expect(balanced.moved).toMatchObject({ name: "schedule:load_balanced", impact: "neutral" });
    expect(balanced.moved?.value).toBeCloseTo(balanced.days - usual.days, 1);
  });

  it("counts a quit without a word neither as right nor as wrong", () => {
    const script = startScript();
    playHistory(script, 50, 5);
    const context = { word: wordFacts(""), wordRating: null };
    const misses = [true, false].map((isCorrect) => {
      const quit = { ...given(script), wordId: "", isQuit: true, isCorrect };
      const { learner } = script;
      const outcome = processAnswer(learner, createMemory(""), quit, script.parameters, context);
      return outcome.learner.mood.misses;
    });
    expect(misses[0]).toBe(misses[1]);
  });
});

describe("processAnswer refuses", () => {
  const context = { word: wordFacts("w1"), wordRating: null };
  const run = (change: object) => () => {
    const script = startScript();
    const answer = { ...given(script), ...change };
    processAnswer(script.learner, createMemory("w1"), answer, defaultParameters(), context);
  };

  it.each([
    ["a memory of another word", { wordId: "w2" }],
    ["a time that is no number", { atMs: Number.NaN }],
    ["a negative response time", { responseTimeMs: -1 }],
    ["an empty word without a quit", { wordId: "" }],
  ])("%s", (_name, change) => {
    expect(run(change)).toThrow(RangeError);
  });
});

describe("an answer with traces by question mode", () => {
  it("uses the last answer in any mode as the last answer to the word", () => {
    const parameters = withParameters(defaultParameters(), {
      "featureFlags.multiTraceEnabled": true,
      "trace.transfer": 0,
    });
    const script = startScript(parameters);
    const modes = ["word-to-meaning", "meaning-to-word", "word-to-meaning"] as const;
    const outcomes = modes.map((mode) => answerIn(script, "w1", 1, { mode }));
    const [first, , last] = outcomes;
    expect(last?.memory.streak, "a streak needs 30 minutes between answers").toBe(1);
    expect(last?.wordRating, "an answer of the same day changes no rating").toEqual(
      first?.wordRating,
    );
  });
});

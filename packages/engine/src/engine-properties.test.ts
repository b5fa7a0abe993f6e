import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AnswerInput, Grade } from "./answer.ts";
import { MODES } from "./answer.ts";
import { nextReviewAtMs } from "./interval/next-review.ts";
import {
  clampStability,
  coreOf,
  longTermRecall,
  nextStability,
  STABILITY_MAX,
  STABILITY_MIN,
} from "./memory/fsrs-core.ts";
import { predictRecall } from "./memory/predict-recall.ts";
import { blendPause, blendRecall, meanRecall } from "./memory/short-term.ts";
import { createMemory } from "./memory/word-memory.ts";
import { deepFreeze } from "./parameters/deep-freeze.ts";
import { defaultParameters, withParameters } from "./parameters/parameters.ts";
import { parameterTable } from "./parameters/parameter-table.ts";
import { replay } from "./replay.ts";
import { selectWords } from "./selection/select-words.ts";
import { nonPlainPaths } from "./testing/plain-data.ts";
import {
  answerIn,
  playHistory,
  type Script,
  START_MS,
  startScript,
  withLongHistory,
  wordFacts,
} from "./testing/scripted-learner.ts";

// What we check: properties that must hold for any valid input, on a thousand random ones each.
const RUNS = { seed: 42, numRuns: 1000 };
const parameters = defaultParameters();
const DAY_MS = 86_400_000;

interface Step {
  minutes: number;
  word: number;
  given: Partial<AnswerInput>;
}

const step: fc.Arbitrary<Step> = fc.record({
  minutes: fc.oneof(
    fc.double({ min: -5, max: 2, noNaN: true }),
    fc.double({ min: 0, max: 1e6, noNaN: true }),
  ),
  word: fc.integer({ min: 0, max: 2 }),
  given: fc.record(
    {
      isCorrect: fc.boolean(),
      responseTimeMs: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(3_600_000)),
      mode: fc.constantFrom(...MODES),
      choiceCount: fc.integer({ min: 1, max: 8 }),
      selfRating: fc.constantFrom(1, 2, 3, 4),
      hintUsed: fc.boolean(),
      isQuit: fc.boolean(),
      confusedWith: fc.constantFrom("w0", "w1", ""),
      pauseCount: fc.integer({ min: 0, max: 1000 }),
      switchCount: fc.integer({ min: 0, max: 1000 }),
      focusLossMs: fc.integer({ min: 0, max: 10_000_000 }),
      pausedMs: fc.integer({ min: 0, max: 10_000_000 }),
      sessionId: fc.constantFrom("a", "b"),
      utcOffsetMinutes: fc.integer({ min: -720, max: 840 }),
      dayStartHour: fc.integer({ min: 0, max: 23 }),
    },
    { requiredKeys: [] },
  ),
}) as fc.Arbitrary<Step>;
const steps = fc.array(step, { minLength: 1, maxLength: 12 });

function played(sequence: readonly Step[], script: Script = startScript()) {
  return sequence.map(({ minutes, word, given }) => answerIn(script, `w${word}`, minutes, given));
}

/** All shares and probabilities of an outcome. */
function shares({ result, learner }: ReturnType<typeof answerIn>): number[] {
  const { state, wordMastery } = result;
  const { memoryCapacity, processingSpeed, stability } = state.cognitiveProfile;
  const decided = [wordMastery?.memoryStrength ?? 0, wordMastery?.recallProbability ?? 0];
  const mood = [state.attention, state.fatigue, state.confidence, (state.motivation + 1) / 2];
  return [...decided, ...mood, memoryCapacity, processingSpeed, stability, learner.success ?? 0];
}

const isWithin = (value: number, min: number, max: number) => value >= min && value <= max;

describe("any valid sequence of answers", () => {
  it("gives plain, finite numbers within their ranges", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const outcomes = played(sequence);
        expect(outcomes.flatMap((one) => nonPlainPaths(one))).toEqual([]);
        expect(outcomes.flatMap(shares).filter((share) => !isWithin(share, 0, 1))).toEqual([]);
        const traces = outcomes.flatMap(({ memory }) => memory.trace ?? []);
        const outside = traces.filter(
          ({ difficulty, stability }) =>
            !isWithin(difficulty, 1, 10) || !isWithin(stability, STABILITY_MIN, STABILITY_MAX),
        );
        expect(outside).toEqual([]);
      }),
      { ...RUNS, numRuns: 500 },
    );
  });

  it("gives the same results after JSON round trips, and does not modify its inputs", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const direct = startScript();
        const stored = startScript();
        for (const next of sequence) {
          played([next], direct);
          const { learner, memories, ratings } = stored;
          const copy = JSON.parse(JSON.stringify({ learner, memories, ratings })) as Script;
          stored.learner = deepFreeze(copy.learner);
          stored.memories = copy.memories;
          deepFreeze(Object.values(stored.memories));
          stored.ratings = copy.ratings;
          deepFreeze(Object.values(stored.ratings));
          played([next], stored);
        }
        expect(stored.learner).toEqual(direct.learner);
        expect(stored.memories).toEqual(direct.memories);
      }),
      { ...RUNS, numRuns: 300 },
    );
  });

  it("replays to the same predictions, learner and memories", () => {
    fc.assert(
      fc.property(steps, (sequence) => {
        const script = startScript();
        const answers: AnswerInput[] = [];
        const predictions: number[] = [];
        for (const { minutes, word, given } of sequence) {
          const outcome = answerIn(script, `w${word}`, minutes, given);
          const { predictedRecall } = outcome.monitoring;
          predictions.push(predictedRecall?.answer ?? parameters.mastery.firstPrior);
          answers.push(givenAgain(`w${word}`, script.atMs, given));
        }
        const words = Object.fromEntries(["w0", "w1", "w2"].map((id) => [id, wordFacts(id)]));
        const again = replay({ seed: 7, startMs: START_MS, answers, words }, parameters);
        expect([...again.predictions]).toEqual(predictions);
        expect(again.learner).toEqual(script.learner);
        expect(again.memories).toEqual(script.memories);
      }),
      { ...RUNS, numRuns: 300 },
    );
  });
});

function givenAgain(wordId: string, atMs: number, given: Partial<AnswerInput>): AnswerInput {
  const usual = { isCorrect: true, responseTimeMs: 4000, utcOffsetMinutes: 0, dayStartHour: 4 };
  return { wordId, atMs, ...usual, ...given };
}

const validWeights = fc
  .tuple(
    ...parameterTable()
      .filter((row) => row.path.startsWith("memoryModel.w["))
      .map((row) => fc.double({ ...row.bounds, noNaN: true })),
  )
  .map((w) => [...w.slice(0, 4).toSorted((a, b) => a - b), ...w.slice(4)]);
const stability = fc.double({ min: -6.9, max: 10.5, noNaN: true }).map(Math.exp);
const difficulty = fc.double({ min: 1, max: 10, noNaN: true });
const pause = fc.double({ min: 0.5, max: 3000, noNaN: true });

describe("any weights of the long-term model", () => {
  const after = (w: number[], s: number, d: number, t: number, grade: Grade) => {
    const core = coreOf(w, 0);
    const recall = longTermRecall(core, t, s);
    const before = { stability: s, difficulty: d };
    return clampStability(nextStability(core, before, recall, grade, false));
  };

  it("never lower stability by a success nor raise it by a lapse", () => {
    fc.assert(
      fc.property(validWeights, stability, difficulty, pause, (w, s, d, t) => {
        expect(after(w, s, d, t, 1)).toBeLessThanOrEqual(Math.max(s, STABILITY_MIN) * (1 + 1e-12));
        for (const grade of [2, 3, 4] as const) {
          expect(after(w, s, d, t, grade)).toBeGreaterThanOrEqual(s * (1 - 1e-12));
        }
      }),
      RUNS,
    );
  });

  it("never give less stability to a better grade", () => {
    fc.assert(
      fc.property(validWeights, stability, difficulty, pause, (w, s, d, t) => {
        const grades = ([1, 2, 3, 4] as const).map((grade) => after(w, s, d, t, grade));
        expect(grades).toEqual(grades.toSorted((a, b) => a - b));
      }),
      RUNS,
    );
  });
});

describe("any curve of recall", () => {
  const blend = fc.record({
    core: validWeights.map((w) => coreOf(w, 0)),
    stability,
    encoded: fc.double({ min: 0, max: 1, noNaN: true }),
    buffer: fc.double({ min: 0.2, max: 1, noNaN: true }),
    tauDays: fc.double({ min: 0.001, max: 5, noNaN: true }),
    nightDays: fc.double({ min: 0.05, max: 1, noNaN: true }),
  });

  it("falls with time and agrees with its inverse", () => {
    fc.assert(
      fc.property(blend, fc.double({ min: 0.05, max: 0.99, noNaN: true }), (curve, wanted) => {
        const recalls = [0, 0.01, 0.3, 1, 7, 60].map((t) => blendRecall(curve, t));
        expect(recalls).toEqual(recalls.toSorted((a, b) => b - a));
        const found = blendPause(curve, wanted);
        if (found > 0 && found < 1e12) expect(blendRecall(curve, found)).toBeCloseTo(wanted, 6);
        else if (found === 0) expect(blendRecall(curve, 0)).toBeLessThanOrEqual(wanted + 1e-12);
      }),
      RUNS,
    );
  });
});

describe("any mean of recall", () => {
  const core = validWeights.map((w) => coreOf(w, 0));
  const moment = fc.double({ min: 1 / 86_400, max: 0.1, noNaN: true });

  it("stays within 0 and 1, even over moments for a stability of decades", () => {
    fc.assert(
      fc.property(core, stability, moment, (known, days, moments) => {
        const trace = { encoded: 1, buffer: 0.9, tauDays: 0.01, nightDays: 0.5 };
        const mean = meanRecall({ core: known, stability: days, ...trace }, moments);
        expect(mean).toBeGreaterThan(0);
        expect(mean).toBeLessThanOrEqual(1);
      }),
      RUNS,
    );
  });
});

describe("any learner's schedule", () => {
  const script = startScript();
  script.learner = withLongHistory(script.learner);
  playHistory(script, 500, 20);
  const words = Object.values(script.memories);
  const word = fc.constantFrom(...words);

  it("never predicts more recall for a longer pause", () => {
    const pauses = fc.array(fc.integer({ min: 0, max: 4e10 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(word, pauses, (memory, gaps) => {
        const lastMs = memory.trace?.lastAtMs ?? 0;
        const recalls = gaps
          .toSorted((a, b) => a - b)
          .map((gap) =>
            predictRecall(script.learner, memory, lastMs + gap, parameters, {
              variant: "schedule",
            }),
          );
        expect(recalls).toEqual(recalls.toSorted((a, b) => b - a));
      }),
      RUNS,
    );
  });

  it("is earlier for a higher target, and recall is then at the target", () => {
    fc.assert(
      fc.property(word, (memory) => {
        const due = (baseDesiredRetention: number) =>
          nextReviewAtMs(
            script.learner,
            memory,
            script.atMs,
            withParameters(parameters, {
              "memoryModel.baseDesiredRetention": baseDesiredRetention,
            }),
          ).atMs;
        expect(due(0.94)).toBeLessThanOrEqual(due(0.9));
        expect(due(0.9)).toBeLessThanOrEqual(due(0.8));
        const pauseMs = due(0.85) - (memory.trace?.lastAtMs ?? 0);
        if (pauseMs < 61_000 || pauseMs > 364 * DAY_MS) return;
        const recall = predictRecall(script.learner, memory, due(0.85), parameters, {
          variant: "schedule",
        });
        expect(recall).toBeCloseTo(0.85, 3);
      }),
      { ...RUNS, numRuns: 100 },
    );
  });
});

describe("any batch", () => {
  const script = startScript();
  playHistory(script, 300, 20);
  const ids = Array.from({ length: 40 }, (_, i) => `w${i}`);
  const wanted = fc.record({
    size: fc.integer({ min: 1, max: 50 }),
    days: fc.double({ min: 0, max: 60, noNaN: true }),
    exclude: fc.subarray(ids),
    key: fc.string(),
    pairs: fc.array(fc.tuple(fc.constantFrom(...ids), fc.constantFrom(...ids)), { maxLength: 20 }),
  });

  it("contains no duplicates, no excluded words and no adjacent confusable words", () => {
    fc.assert(
      fc.property(wanted, ({ size, days, exclude, key, pairs }) => {
        const candidates = ids.map((id) => ({
          word: {
            ...wordFacts(id),
            confusables: pairs.filter(([a]) => a === id).map(([, b]) => ({ id: b, similarity: 1 })),
          },
          memory: script.memories[id] ?? createMemory(id),
          rating: null,
        }));
        const nowMs = script.atMs + Math.round(days * DAY_MS);
        const request = { nowMs, size, key, seed: 1, exclude, shown: [] };
        const { wordIds } = selectWords(script.learner, candidates, request, parameters);
        expect(new Set(wordIds).size).toBe(wordIds.length);
        expect(wordIds.length).toBeLessThanOrEqual(size);
        expect(wordIds.filter((id) => exclude.includes(id))).toEqual([]);
        const clash = (a: string, b: string) =>
          a !== b && pairs.some(([x, y]) => (x === a && y === b) || (x === b && y === a));
        const clashes = wordIds.flatMap((id, i) =>
          wordIds.slice(i + 1, i + 5).filter((other) => clash(id, other)),
        );
        expect(clashes).toEqual([]);
      }),
      { ...RUNS, numRuns: 300 },
    );
  });
});

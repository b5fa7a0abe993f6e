import { describe, expect, it } from "vitest";
import {
  createMemory,
  createLearner,
  processAnswer,
  upgradeLearner,
  upgradeMemory,
} from "./index.ts";
import type { HeadSet } from "./memory/correction-head.ts";
import { tracesOf } from "./memory/mode-traces.ts";
import { defaultParameters } from "./parameters/parameters.ts";
import type { StoredLearner, StoredMemory } from "./upgrade.ts";

// What we check: that states stored by an earlier version go on as if they had been written today.
// How: states of today with what schema 2 added taken out again.
const parameters = defaultParameters();
const now = { learner: createLearner(1, 0), memory: createMemory("w1") };

describe("upgradeMemory", () => {
  it("leaves a memory of today as it is", () => {
    expect(upgradeMemory(now.memory)).toBe(now.memory);
  });

  it("gives an older memory no failures after a night", () => {
    const { nightFailures: _, ...older } = now.memory;
    expect(upgradeMemory({ ...older, schema: 1 } as StoredMemory)).toEqual(now.memory);
  });
});

describe("upgradeMemory of traces by question mode", () => {
  const trace = { stability: 3, difficulty: 5, encoded: 1, buffer: 1, sameDay: 0, lastAtMs: 9000 };
  const weaker = { ...trace, stability: 2 };
  const traces = { "word-to-meaning": trace, "audio-to-meaning": weaker };

  it("packs those that were kept as they are", () => {
    const upgraded = upgradeMemory({ ...now.memory, trace: weaker, traces });
    expect(upgraded.trace).toEqual(weaker);
    expect(tracesOf(upgraded)["audio-to-meaning"]).toEqual(weaker);
    expect(tracesOf(upgraded)["word-to-meaning"]?.stability).toBeCloseTo(3, 2);
    expect(upgradeMemory(upgraded)).toBe(upgraded);
  });

  it("does so for a memory of schema 1 as well", () => {
    const { nightFailures: _, ...older } = { ...now.memory, trace: weaker, traces };
    const upgraded = upgradeMemory({ ...older, schema: 1 } as StoredMemory);
    expect(upgraded).toEqual(upgradeMemory({ ...now.memory, trace: weaker, traces }));
  });
});

describe("upgradeLearner", () => {
  it("leaves a learner of today as it is", () => {
    expect(upgradeLearner(now.learner)).toBe(now.learner);
  });

  it("gives the head a signal that has taught nothing, and keeps what the others taught", () => {
    const taught = { ...now.learner, head: taughtHead(now.learner.head) };
    const older = { ...taught, schema: 1, head: narrowed(taught.head) } as StoredLearner;
    expect(upgradeLearner(older)).toEqual(taught);
  });

  it("makes states that the next answer can be learned from", () => {
    const { nightFailures: _, ...older } = now.memory;
    const memory = upgradeMemory({ ...older, schema: 1 } as StoredMemory);
    const learner = { ...now.learner, schema: 1, head: narrowed(now.learner.head) };
    const answer = {
      ...{ wordId: "w1", atMs: 1_000, isCorrect: true, responseTimeMs: 2_000 },
      ...{ utcOffsetMinutes: 0, dayStartHour: 4 },
    };
    const word = { id: "w1", text: "unknown", difficulty: null };
    const context = { word, wordRating: null, seed: 1 };
    const after = processAnswer(
      upgradeLearner(learner as StoredLearner),
      memory,
      answer,
      parameters,
      context,
    );
    expect(after).toEqual(processAnswer(now.learner, now.memory, answer, parameters, context));
  });
});

const NIGHT = 10;

function taughtHead(head: typeof now.learner.head) {
  const teach = (set: HeadSet): HeadSet => ({
    shifts: set.shifts.map((_, i) => (i === 2 + NIGHT ? 0 : i / 100)),
    spreads: set.spreads.map((_, i) => (i === 2 + NIGHT ? 1 : 1 / (i + 2))),
    bins: set.bins.map((_, i) => (Math.floor(i / 8) === NIGHT ? 0 : i)),
  });
  return { ...head, long: teach(head.long), short: teach(head.short) };
}

function narrowed(head: typeof now.learner.head) {
  const narrow = (set: HeadSet): HeadSet => ({
    shifts: set.shifts.toSpliced(2 + NIGHT, 1),
    spreads: set.spreads.toSpliced(2 + NIGHT, 1),
    bins: set.bins.toSpliced(NIGHT * 8, 8),
  });
  return { ...head, long: narrow(head.long), short: narrow(head.short) };
}

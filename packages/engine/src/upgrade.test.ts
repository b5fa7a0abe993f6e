import { describe, expect, it } from "vitest";
import { createMemory, createLearner, processAnswer } from "./index.ts";
import { withinShown } from "./interval/shown-pauses.ts";
import { upgradeLearner, upgradeMemory } from "./entries/stored.entry.ts";
import type { HeadSet } from "./memory/head-state.ts";
import { tracesOf } from "./memory/mode-traces.ts";
import { defaultParameters } from "./parameters/parameters.ts";
import type { StoredLearner, StoredMemory } from "./upgrade.ts";

// What we check: that states stored by an earlier version behave like current ones. How: current
// states without the fields that schema 2 added.
const parameters = defaultParameters();
const now = { learner: createLearner(1, 0), memory: createMemory("w1") };

describe("upgradeMemory", () => {
  it("returns a current memory unchanged", () => {
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

  it("packs traces that were stored unpacked", () => {
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
  it("assumes of a learner from before what reviews and time allow", () => {
    const fit = { ...now.learner.fit, targets: 200 };
    const old = { ...now.learner, fit, lastAtMs: 128 * 86_400_000 };
    const { pauses: _, ...stored } = old;
    const upgraded = upgradeLearner(stored);
    expect(withinShown(365, upgraded.pauses, 0.9)).toBeCloseTo(128, 10);
    expect(
      upgradeLearner({ ...stored, schema: 1, head: narrowed(old.head) } as StoredLearner),
    ).toEqual({ ...upgraded, head: old.head });
    expect(upgradeLearner(upgraded)).toBe(upgraded);
  });

  it("returns a current learner unchanged", () => {
    expect(upgradeLearner(now.learner)).toBe(now.learner);
  });

  it("gives the head an untrained signal and keeps what it learned from the others", () => {
    const trained = { ...now.learner, head: trainedHead(now.learner.head) };
    const older = { ...trained, schema: 1, head: narrowed(trained.head) } as StoredLearner;
    expect(upgradeLearner(older)).toEqual(trained);
  });

  it("returns states that give the same next answer as current ones", () => {
    const { nightFailures: _, ...older } = now.memory;
    const memory = upgradeMemory({ ...older, schema: 1 } as StoredMemory);
    const learner = { ...now.learner, schema: 1, head: narrowed(now.learner.head) };
    const answer = {
      wordId: "w1",
      atMs: 1_000,
      isCorrect: true,
      responseTimeMs: 2_000,
      utcOffsetMinutes: 0,
      dayStartHour: 4,
    };
    const word = { id: "w1", text: "unknown", difficulty: null };
    const context = { word, wordRating: null };
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

function trainedHead(head: typeof now.learner.head) {
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

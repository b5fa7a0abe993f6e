import { describe, expect, it } from "vitest";
import { answerIn, startScript } from "../testing/scripted-learner.ts";
import {
  assumedPauses,
  noPauses,
  type ShownPauses,
  withinShown,
  withPause,
} from "./shown-pauses.ts";

// What we check: how long a word may wait by the pauses after which the learner recalled words.
const LONG = 365;

function after(answers: readonly [pauseDays: number, right: number, wrong: number][]): ShownPauses {
  let pauses = noPauses();
  const add = (pauseDays: number, isCorrect: boolean) => {
    pauses = withPause(pauses, { pauseDays, isCorrect, weight: 1 });
  };
  for (const [pauseDays, right, wrong] of answers) {
    for (let i = 0; i < right; i++) add(pauseDays, true);
    for (let i = 0; i < wrong; i++) add(pauseDays, false);
  }
  return pauses;
}

describe("withinShown", () => {
  it("allows three days to a learner who has shown nothing", () => {
    expect(withinShown(LONG, noPauses(), 0.9)).toBe(3);
    expect(withinShown(2.5, noPauses(), 0.9)).toBe(2.5);
  });

  it("allows about three times a pause after which a fair number of words was recalled", () => {
    for (const shown of [after([[16, 7, 0]]), after([[16, 28, 3]])]) {
      const allowed = withinShown(LONG, shown, 0.9);
      expect(allowed).toBeGreaterThan(48);
      expect(allowed).toBeLessThan(54);
      expect(withinShown(40, shown, 0.9)).toBe(40);
    }
  });

  it("allows four times a pause after which most of many words were recalled, never more", () => {
    expect(withinShown(LONG, after([[16, 100, 5]]), 0.9)).toBeCloseTo(64, 10);
    expect(withinShown(LONG, after([[16, 1000, 0]]), 0.9)).toBeCloseTo(64, 10);
  });

  it("allows less the fewer words were recalled, and the more were forgotten", () => {
    const allowed = (right: number, wrong: number) =>
      withinShown(LONG, after([[16, right, wrong]]), 0.9);
    const few = [1, 3, 6, 10].map((right) => allowed(right, 0));
    expect(few).toEqual(few.toSorted((a, b) => a - b));
    expect(new Set(few).size).toBe(4);
    expect(allowed(20, 10)).toBeLessThan(allowed(28, 2));
  });

  it("lets a long absence take nothing away", () => {
    const before = withinShown(LONG, after([[16, 100, 5]]), 0.9);
    expect(
      withinShown(
        LONG,
        after([
          [16, 100, 5],
          [60, 10, 90],
        ]),
        0.9,
      ),
    ).toBe(before);
  });

  it("asks for less evidence from a learner who aims at less", () => {
    const some = after([[16, 12, 3]]);
    expect(withinShown(LONG, some, 0.8)).toBeGreaterThan(withinShown(LONG, some, 0.95));
  });

  it("counts longer pauses for shorter ones, but never the other way round", () => {
    const spread = after([
      [16, 3, 0],
      [24, 3, 0],
      [33, 3, 0],
      [46, 3, 0],
    ]);
    expect(withinShown(LONG, spread, 0.9)).toBeGreaterThan(
      withinShown(LONG, after([[16, 3, 0]]), 0.9),
    );
    expect(withinShown(LONG, after([[2, 1000, 0]]), 0.9)).toBe(8);
  });

  it("cuts nothing for a learner with years of answers", () => {
    const years = after([
      [1, 900, 90],
      [4, 600, 60],
      [16, 400, 40],
      [64, 200, 20],
      [181.5, 60, 4],
    ]);
    for (const days of [3, 9, 40, 170, LONG]) expect(withinShown(days, years, 0.9)).toBe(days);
  });
});

describe("what an answer shows", () => {
  const pauses = (given: object, minutes = 60 * 48) => {
    const script = startScript();
    answerIn(script, "w1", 1);
    return answerIn(script, "w1", minutes, given).learner.pauses;
  };
  const sum = (counts: readonly number[]) => counts.reduce((all, count) => all + count, 0);

  it("is less for a choice among options than for a recall", () => {
    expect(sum(pauses({ mode: "word-to-meaning" }).recalled)).toBe(0.75);
    expect(sum(pauses({ mode: "word-to-meaning", choiceCount: 2 }).recalled)).toBe(0.5);
    expect(sum(pauses({ mode: "meaning-to-spelling" }).recalled)).toBe(1);
    expect(sum(pauses({ selfRating: 3 }).recalled)).toBe(1);
  });

  it("is nothing with help, in no time to read, or on the same day", () => {
    expect(pauses({ hintUsed: true })).toEqual(noPauses());
    expect(pauses({ retryCount: 1 })).toEqual(noPauses());
    expect(pauses({ responseTimeMs: 100 })).toEqual(noPauses());
    expect(pauses({}, 30)).toEqual(noPauses());
  });

  it("is a miss of any kind", () => {
    expect(sum(pauses({ isCorrect: false, hintUsed: true }).missed)).toBe(1);
  });
});

describe("assumedPauses", () => {
  it("lets words of a learner from before wait as long as the time so far", () => {
    expect(withinShown(LONG, assumedPauses(200, 128), 0.9)).toBeCloseTo(128, 10);
    expect(withinShown(LONG, assumedPauses(200, 730), 0.9)).toBe(LONG);
  });

  it("assumes nothing of somebody who has just begun", () => {
    expect(assumedPauses(5, 1)).toEqual(noPauses());
    expect(assumedPauses(0, 400)).toEqual(noPauses());
  });
});

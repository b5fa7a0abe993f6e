import { describe, expect, it } from "vitest";
import { defaultParameters } from "../parameters/parameters.ts";
import { START_MS, startScript, wordFacts } from "../testing/scripted-learner.ts";
import type { PickRequest } from "./candidate.ts";
import { pickNext } from "./pick-next.ts";

const { learner } = startScript();
const parameters = defaultParameters();
const words = ["a", "b", "c", "d", "e", "f"].map((id) => ({
  word: wordFacts(id),
  memory: null,
  rating: null,
}));

function pick(change: Partial<PickRequest>, active = words) {
  const empty = { nowMs: START_MS, seed: 1, errors: [], lastShownMs: {}, priority: {} };
  return pickNext(learner, active, { ...empty, ...change }, parameters);
}

describe("pickNext", () => {
  it("returns null without words", () => {
    expect(pick({}, [])).toBeNull();
  });

  it("takes the highest priority first", () => {
    expect(pick({ priority: { d: 5, e: 2 } })).toEqual({ wordId: "d", priority: "normal" });
  });

  it("does not repeat the word just shown unless it is the only one", () => {
    const shown = { lastShownMs: { a: 5 }, priority: { a: 9 } };
    expect(pick(shown)?.wordId).not.toBe("a");
    expect(pick(shown, words.slice(0, 1))?.wordId).toBe("a");
  });

  it("repeats a failed word after three other questions", () => {
    const early = { errors: ["a"], lastShownMs: { a: 1, b: 2, c: 3, d: 0, e: 0 } };
    expect(pick(early)?.priority).toBe("normal");
    const later = { errors: ["a"], lastShownMs: { a: 1, b: 2, c: 3, d: 4, e: 0 } };
    expect(pick(later)).toEqual({ wordId: "a", priority: "error_review" });
  });

  it("waits twice as long after a second failure", () => {
    const shown = { a: 1, b: 2, c: 3, d: 4, e: 0, f: 0, x: 0, y: 0 };
    expect(pick({ errors: ["a", "a"], lastShownMs: shown })?.priority).toBe("normal");
    const more = { ...shown, e: 5, f: 6, x: 7 };
    expect(pick({ errors: ["a", "a"], lastShownMs: more })?.wordId).toBe("a");
  });

  it("treats a word named like a property of every object as any other", () => {
    const odd = { word: wordFacts("constructor"), memory: null, rating: null };
    expect(pick({ priority: { a: 1 } }, [odd, ...words])?.wordId).toBe("a");
    const failed = { errors: ["constructor"], lastShownMs: { a: 1, b: 2 } };
    expect(pick(failed, [odd, ...words])?.wordId).toBe("constructor");
  });

  it("asks a failed word at once when nothing else is left", () => {
    const both = words.slice(0, 2);
    const shown = { errors: ["a", "b"], lastShownMs: { a: 1, b: 2 } };
    expect(pick(shown, both)).toEqual({ wordId: "a", priority: "error_review" });
  });
});

import { describe, expect, it } from "vitest";
import { figuresOf } from "./evidence-figures.ts";

describe("the advisor's evidence", () => {
  it("is read if it can be drawn", () => {
    const week = [{ answers: 3, newWords: 1 }, { answers: 2 }];
    const bin = { from: 0.8, to: 0.9, answers: 12, predicted: 0.85, observed: 0.8 };
    const evidence = {
      learning: { thisWeek: week, weekBefore: [] },
      recall: { beginners: { bins: [] }, others: { bins: [bin] } },
    };
    expect(figuresOf(evidence)).toEqual({
      beginners: [],
      others: [{ answers: 12, predicted: 0.85, observed: 0.8 }],
      weeks: [
        { name: "answers", now: 5, before: 0 },
        { name: "newWords", now: 1, before: 0 },
      ],
    });
  });

  it("is skipped if it has another form", () => {
    const none = { beginners: [], others: [], weeks: [] };
    expect(figuresOf({ windowDays: 7 })).toEqual(none);
    expect(
      figuresOf({ learning: 3, recall: { others: { bins: [null, { answers: "1" }] } } }),
    ).toEqual(none);
  });
});

import { describe, expect, it } from "vitest";
import { isUnclear, tally, type CountedAnswer } from "./tally.ts";

const DAY_MS = 86_400_000;
const dayOf = (_: string, atMs: number) => `day-${Math.floor(atMs / DAY_MS)}`;
const noRecords = { dayOf, lastRecordMs: new Map<string, number>() };

function answer(fields: Partial<CountedAnswer> = {}): CountedAnswer {
  return {
    userId: "u1",
    wordId: "w1",
    atMs: 5 * DAY_MS,
    category: "all",
    isCorrect: true,
    responseTimeMs: 900,
    lastMetMs: undefined,
    hasRated: true,
    becameMastered: false,
    ...fields,
  };
}

describe("tally", () => {
  it("returns no rows for no input", () => {
    expect(tally([], [], noRecords)).toEqual([]);
  });

  it("sums answers, right ones, time and mastered words", () => {
    const answers = [answer(), answer({ isCorrect: false, becameMastered: true })];
    expect(tally(answers, [], noRecords)).toMatchObject([
      { answers: 2, correct: 1, response_time_total_ms: 1800, mastered_words: 1, study_ms: 0 },
    ]);
  });

  it("counts a word as new once, even when it occurs twice in a batch", () => {
    const answers = [answer(), answer(), answer({ wordId: "w2" })];
    expect(tally(answers, [], noRecords)).toMatchObject([{ new_words: 2, review_words: 0 }]);
  });

  it("counts a known word as reviewed, once a day", () => {
    const met = { lastMetMs: 4 * DAY_MS };
    const answers = [answer(met), answer(met), answer({ ...met, atMs: 6 * DAY_MS })];
    expect(tally(answers, [], noRecords)).toMatchObject([
      { day: "day-5", new_words: 0, review_words: 1 },
      { day: "day-6", new_words: 0, review_words: 1 },
    ]);
  });

  it("does not count a word that was answered earlier the same day", () => {
    const met = answer({ atMs: 5 * DAY_MS + 1, lastMetMs: 5 * DAY_MS });
    const view = { dayOf, lastRecordMs: new Map([["u1\nw1", 5 * DAY_MS]]) };
    expect(tally([met], [], view)).toMatchObject([{ answers: 1, new_words: 0, review_words: 0 }]);
  });

  it("counts a late answer on its own day, not as a review", () => {
    const met = answer({ lastMetMs: 6 * DAY_MS });
    const view = { dayOf, lastRecordMs: new Map([["u1\nw1", 6 * DAY_MS]]) };
    expect(tally([met], [], view)).toMatchObject([{ day: "day-5", review_words: 0 }]);
  });

  it("uses the records for words with only events and for words that were reset", () => {
    const lastRecordMs = new Map([
      ["u1\nw1", null],
      ["u1\nw2", 2 * DAY_MS],
    ]);
    const eventOnly = answer({ lastMetMs: 5 * DAY_MS });
    const reset = answer({ wordId: "w2", lastMetMs: null });
    expect(tally([eventOnly, reset], [], { dayOf, lastRecordMs })).toMatchObject([
      { answers: 2, new_words: 1, review_words: 1 },
    ]);
  });

  it("keeps learners, days and categories apart, in the order of their keys", () => {
    const answers = [
      answer({ userId: "u2" }),
      answer({ category: "review" }),
      answer({ category: "learning", wordId: "w2" }),
      answer({ atMs: 0, wordId: "w3" }),
    ];
    const keys = tally(answers, [], noRecords).map((row) => [row.user_id, row.day, row.category]);
    expect(keys).toEqual([
      ["u1", "day-0", "all"],
      ["u1", "day-5", "learning"],
      ["u1", "day-5", "review"],
      ["u2", "day-5", "all"],
    ]);
  });

  it("adds study time without a category, and no row for zero", () => {
    const studied = [
      { userId: "u1", atMs: 5 * DAY_MS, ms: 600 },
      { userId: "u1", atMs: 5 * DAY_MS, ms: 400 },
      { userId: "u2", atMs: 5 * DAY_MS, ms: 0 },
    ];
    const rows = tally([answer({ category: "review" })], studied, noRecords);
    expect(rows.map(({ category, answers, study_ms }) => [category, answers, study_ms])).toEqual([
      ["all", 0, 1000],
      ["review", 1, 0],
    ]);
  });
});

describe("isUnclear", () => {
  const asked = (lastMetMs: number | null | undefined, hasRated = true) =>
    isUnclear(answer({ atMs: 5 * DAY_MS + 10, lastMetMs, hasRated }), dayOf);

  it("is true for a word answered on the same day, or reset", () => {
    expect(asked(5 * DAY_MS)).toBe(true);
    expect(asked(null)).toBe(true);
    expect(asked(6 * DAY_MS)).toBe(true);
  });

  it("is true for a word of an earlier day that no record has rated", () => {
    expect(asked(1 * DAY_MS, false)).toBe(true);
  });

  it("is false for a word never answered, or rated on an earlier day", () => {
    expect(asked(undefined, false)).toBe(false);
    expect(asked(5 * DAY_MS - 1)).toBe(false);
    expect(asked(1 * DAY_MS)).toBe(false);
  });
});

import { describe, expect, it } from "vitest";
import { tally, type CountedAnswer } from "./tally.ts";

const DAY_MS = 86_400_000;
const dayOf = (_: string, atMs: number) => `day-${Math.floor(atMs / DAY_MS)}`;
const neverAsked = { dayOf, lastAnswerMs: () => undefined };

function answer(fields: Partial<CountedAnswer> = {}): CountedAnswer {
  return {
    userId: "u1",
    wordId: "w1",
    atMs: 5 * DAY_MS,
    category: "all",
    isCorrect: true,
    responseTimeMs: 900,
    becameMastered: false,
    ...fields,
  };
}

describe("tally", () => {
  it("makes nothing of nothing", () => {
    expect(tally([], [], neverAsked)).toEqual([]);
  });

  it("sums answers, right ones, time and mastered words", () => {
    const answers = [answer(), answer({ isCorrect: false, becameMastered: true })];
    expect(tally(answers, [], neverAsked)).toMatchObject([
      { answers: 2, correct: 1, response_time_total_ms: 1800, mastered_words: 1, study_ms: 0 },
    ]);
  });

  it("counts a word as new once, also when it comes twice at once", () => {
    const answers = [answer(), answer(), answer({ wordId: "w2" })];
    expect(tally(answers, [], neverAsked)).toMatchObject([{ new_words: 2, review_words: 0 }]);
  });

  it("counts a known word as reviewed, once a day", () => {
    const view = { dayOf, lastAnswerMs: () => 4 * DAY_MS };
    const answers = [answer(), answer(), answer({ atMs: 6 * DAY_MS })];
    expect(tally(answers, [], view)).toMatchObject([
      { day: "day-5", new_words: 0, review_words: 1 },
      { day: "day-6", new_words: 0, review_words: 1 },
    ]);
  });

  it("does not count a word that was answered earlier the same day", () => {
    const view = { dayOf, lastAnswerMs: () => 5 * DAY_MS };
    expect(tally([answer({ atMs: 5 * DAY_MS + 1 })], [], view)).toMatchObject([
      { answers: 1, new_words: 0, review_words: 0 },
    ]);
  });

  it("counts an answer that comes in late on its own day, as no review", () => {
    const view = { dayOf, lastAnswerMs: () => 6 * DAY_MS };
    expect(tally([answer()], [], view)).toMatchObject([{ day: "day-5", review_words: 0 }]);
  });

  it("keeps learners, days and categories apart, in the order of their keys", () => {
    const answers = [
      answer({ userId: "u2" }),
      answer({ category: "review" }),
      answer({ category: "learning", wordId: "w2" }),
      answer({ atMs: 0, wordId: "w3" }),
    ];
    const keys = tally(answers, [], neverAsked).map((row) => [row.user_id, row.day, row.category]);
    expect(keys).toEqual([
      ["u1", "day-0", "all"],
      ["u1", "day-5", "learning"],
      ["u1", "day-5", "review"],
      ["u2", "day-5", "all"],
    ]);
  });

  it("puts study time under no category, and no row where there was none", () => {
    const studied = [
      { userId: "u1", atMs: 5 * DAY_MS, ms: 600 },
      { userId: "u1", atMs: 5 * DAY_MS, ms: 400 },
      { userId: "u2", atMs: 5 * DAY_MS, ms: 0 },
    ];
    const rows = tally([answer({ category: "review" })], studied, neverAsked);
    expect(rows.map(({ category, answers, study_ms }) => [category, answers, study_ms])).toEqual([
      ["all", 0, 1000],
      ["review", 1, 0],
    ]);
  });
});

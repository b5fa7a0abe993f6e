import { describe, expect, it } from "vitest";
import { movingAverage, onlineMean, sm2 } from "./baselines.ts";
import { foldsOf } from "./folds.ts";
import { halfLife } from "./half-life-rival.ts";
import { withSection } from "../report/report.ts";
import { isDayLevel, JOSH_DAYS, parseLog, type Review } from "./revlog.ts";

// The day rule and history of a log, the splits, and the simple rivals, checked by hand.
const log = parseLog(
  [
    "card_id,review_rating,review_time,review_duration",
    "a,3,2024-04-01T10:59:00+00:00,900",
    "a,1,2024-04-01T11:01:00+00:00,800",
    "b,1,2024-04-01T12:00:00+00:00,700",
    "a,3,2024-04-01T12:30:00+00:00,700",
    "a,3,2024-04-03T12:00:00+00:00,700",
  ].join("\n"),
  JOSH_DAYS,
);

function reviews(outcomes: readonly (0 | 1)[], pauseDays: number): Review[] {
  return outcomes.map((outcome, i) => ({
    cardId: "a",
    grade: outcome === 1 ? 3 : 1,
    outcome,
    atMs: i,
    durationMs: 1,
    day: i * pauseDays,
    pauseDays: i === 0 ? null : pauseDays,
    exactDays: i === 0 ? null : pauseDays,
    nth: i + 1,
    lapses: 0,
  }));
}

describe("parseLog", () => {
  it("starts days at 11:00 UTC", () => {
    expect(log.map(({ pauseDays }) => pauseDays)).toEqual([null, 1, null, 0, 2]);
    expect(log.map(isDayLevel)).toEqual([false, true, false, false, true]);
  });

  it("counts lapses at day level only, each from the review after it", () => {
    expect(log.map(({ lapses }) => lapses)).toEqual([0, 0, 0, 1, 1]);
    expect(log.map(({ nth }) => nth)).toEqual([1, 2, 1, 3, 4]);
  });
});

describe("foldsOf", () => {
  it("splits five sixths into equal parts, and uses the rest only for training", () => {
    const folds = foldsOf(reviews(new Array<0 | 1>(15).fill(1), 1), isDayLevel);
    expect(folds.map(({ targets }) => targets)).toEqual([
      [5, 6],
      [7, 8],
      [9, 10],
      [11, 12],
      [13, 14],
    ]);
    expect(folds[1]).toMatchObject({ cut: 7, end: 9 });
  });
});

describe("the simple rivals", () => {
  it("predict before they learn", () => {
    const outcomes = reviews([1, 0, 1], 1);
    expect([...onlineMean(outcomes, [0, 1, 2])]).toEqual([1 / 2, 2 / 3, 2 / 4]);
    const [first, second] = movingAverage(outcomes, [0, 1, 2]);
    expect(first).toBeCloseTo(0.76852, 5);
    // Logit 1.2 + 0.3 (1 − 0.76852).
    expect(second).toBeCloseTo(1 / (1 + Math.exp(-1.269443)), 5);
  });

  it("SM-2 goes 1 day, 6 days, then by its ease", () => {
    const predictions = sm2(reviews([1, 1, 1, 1], 6));
    expect(predictions[1]).toBeCloseTo(0.9 ** 6, 12);
    expect(predictions[2]).toBeCloseTo(0.9, 12);
    // Good leaves the ease at 2.5.
    expect(predictions[3]).toBeCloseTo(0.9 ** (6 / 15), 12);
  });

  it("half-life regression finds a constant half-life", () => {
    const outcomes = Array.from({ length: 200 }, (_, i) => (i % 2 === 0 ? 1 : 0) as 0 | 1);
    const cards = outcomes.flatMap((outcome, i) =>
      reviews([1, outcome], 8).map((review) => ({ ...review, cardId: `c${i}` })),
    );
    const predictions = halfLife(cards, cards.length);
    expect(predictions[1]).toBeCloseTo(0.5, 2);
  });
});

describe("withSection", () => {
  it("replaces its own section and leaves the others", () => {
    const both = withSection(withSection("# Title\n", "one", "first"), "two", "second");
    const again = withSection(both, "one", "changed");
    expect(again).toContain("changed");
    expect(again).not.toContain("first");
    expect(again).toContain("second");
    expect(withSection(again, "one", "changed")).toBe(again);
  });
});

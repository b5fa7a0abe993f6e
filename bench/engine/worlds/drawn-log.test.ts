import { describe, expect, it } from "vitest";
import { drawLog } from "./drawn-log.ts";
import { isDayLevel } from "../predictors/revlog.ts";

// A simulated log is reproducible and looks like a real one.
describe("a drawn log", () => {
  const { log, chances } = drawLog(7, 20);

  it("is the same for the same seed", () => {
    expect(drawLog(7, 20)).toEqual({ log, chances });
    expect(drawLog(8, 20).log).not.toEqual(log);
  });

  it("is in the order of time and counts each card's reviews", () => {
    const times = log.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const reviews of Map.groupBy(log, ({ cardId }) => cardId).values()) {
      expect(reviews.map(({ nth }) => nth)).toEqual(reviews.map((_, i) => i + 1));
    }
  });

  it("contains the true probability of each later review", () => {
    const later = log.flatMap((review, i) => (review.nth > 1 ? [{ review, p: chances[i] }] : []));
    expect(later.every(({ p }) => p !== undefined && p > 0 && p < 1)).toBe(true);
    const expected = later.reduce((sum, { p }) => sum + (p ?? 0), 0) / later.length;
    const right = later.filter(({ review }) => review.outcome === 1).length / later.length;
    expect(right).toBeCloseTo(expected, 1);
  });

  it("is easier for learners who remember more", () => {
    const plain = { all: 0, learner: 0, word: 0, day: 0.3 };
    const rightIn = (all: number) => {
      const reviews = drawLog(7, 20, { ...plain, all }).log.filter(isDayLevel);
      return reviews.filter(({ outcome }) => outcome === 1).length / reviews.length;
    };
    expect(rightIn(1.2)).toBeGreaterThan(rightIn(0) + 0.03);
  });

  it("drills failures on the same day and repeats them on later ones", () => {
    const drilled = log.filter(({ pauseDays }) => pauseDays === 0);
    const cards = Map.groupBy(log, ({ cardId, day }) => `${cardId} ${day}`);
    expect(drilled.length).toBeGreaterThan(0);
    expect([...cards.values()].every((day) => day.at(-1)?.outcome === 1)).toBe(true);
    expect(log.filter(isDayLevel).length).toBeGreaterThan(100);
  });
});

import { describe, expect, it } from "vitest";
import { drawLog } from "./drawn-log.ts";
import { isDayLevel } from "./revlog.ts";

// What we check: that a drawn log is the same for the same seed, and looks like somebody's log.
describe("a drawn log", () => {
  const log = drawLog(7, 20);

  it("comes out the same for the same seed", () => {
    expect(drawLog(7, 20)).toEqual(log);
    expect(drawLog(8, 20)).not.toEqual(log);
  });

  it("is in the order of time and counts each card's reviews", () => {
    const times = log.map(({ atMs }) => atMs);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const reviews of Map.groupBy(log, ({ cardId }) => cardId).values()) {
      expect(reviews.map(({ nth }) => nth)).toEqual(reviews.map((_, i) => i + 1));
    }
  });

  it("drills failures on the same day and asks again on later ones", () => {
    const drilled = log.filter(({ pauseDays }) => pauseDays === 0);
    const cards = Map.groupBy(log, ({ cardId, day }) => `${cardId} ${day}`);
    expect(drilled.length).toBeGreaterThan(0);
    expect([...cards.values()].every((day) => day.at(-1)?.outcome === 1)).toBe(true);
    expect(log.filter(isDayLevel).length).toBeGreaterThan(100);
  });
});

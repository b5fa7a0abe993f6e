import { describe, expect, it } from "vitest";
import { daysOf, rangeBefore, rangeUntil } from "./day-range.ts";

describe("rangeUntil", () => {
  it("ends today and has 1, 7 or 30 days", () => {
    const lengths = (["day", "week", "month"] as const).map((type) => {
      const range = rangeUntil("2026-03-02", type);
      expect(range.lastDay).toBe("2026-03-02");
      return daysOf(range).length;
    });
    expect(lengths).toEqual([1, 7, 30]);
  });

  it("crosses the end of a month", () => {
    expect(rangeUntil("2026-03-02", "week").firstDay).toBe("2026-02-24");
  });
});

describe("rangeBefore", () => {
  it("has the same number of days and ends where the range begins", () => {
    const range = rangeUntil("2026-03-02", "week");
    expect(rangeBefore(range, "week")).toEqual({ firstDay: "2026-02-17", lastDay: "2026-02-23" });
    expect(rangeBefore(rangeUntil("2026-03-02", "day"), "day")).toEqual({
      firstDay: "2026-03-01",
      lastDay: "2026-03-01",
    });
  });
});

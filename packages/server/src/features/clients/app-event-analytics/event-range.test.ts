import { describe, expect, it } from "vitest";
import { before, daysIn, mondayOf, rangeOf } from "./event-range.ts";

const TODAY = "2026-05-01";

describe("rangeOf", () => {
  it("ends today when only the number of days is given", () => {
    const range = rangeOf({ days: "7" }, TODAY);
    expect(range).toEqual({ days: 7, firstDay: "2026-04-25", lastDay: TODAY });
    expect(daysIn(range)).toHaveLength(7);
    expect(before(range)).toEqual({ days: 7, firstDay: "2026-04-18", lastDay: "2026-04-24" });
  });

  it.each([
    ["a single day", "2026-04-03", "2026-04-03", 1],
    ["90 days", "2026-01-01", "2026-03-31", 90],
    ["days across a leap day", "2024-02-28", "2024-03-01", 3],
  ])("accepts %s", (_what, from, to, days) => {
    const range = rangeOf({ days: "30", from, to }, TODAY);
    expect(range).toEqual({ days, firstDay: from, lastDay: to });
    expect(daysIn(range).at(-1)).toBe(to);
  });

  it.each([
    ["91 days", "2026-01-01", "2026-04-01"],
    ["the wrong way round", "2026-04-02", "2026-04-01"],
    ["no end", "2026-04-02", undefined],
    ["no beginning", undefined, "2026-04-02"],
  ])("refuses %s", (_what, from, to) => {
    expect(() => rangeOf({ days: "7", from, to }, TODAY)).toThrow(
      expect.objectContaining({ code: "INVALID_RANGE" }),
    );
  });
});

describe("mondayOf", () => {
  it.each([
    ["2026-04-27", "2026-04-27"],
    ["2026-05-01", "2026-04-27"],
    ["2026-05-03", "2026-04-27"],
    ["2026-05-04", "2026-05-04"],
  ])("of %s is %s", (day, monday) => {
    expect(mondayOf(day)).toBe(monday);
  });
});

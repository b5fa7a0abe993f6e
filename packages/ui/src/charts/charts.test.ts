import { describe, expect, test } from "vitest";
import {
  addDays,
  levelsOf,
  monthMarks,
  weekday,
  weekOf,
  weeksOf,
  weekStartOf,
} from "./calendar.ts";
import { extent, linear, nearest, pathOf, roundUp } from "./scales.ts";

describe("a scale", () => {
  test("maps one range to the other", () => {
    const y = linear([0, 1], [200, 0]);
    expect([y(0), y(0.25), y(1)]).toEqual([200, 150, 0]);
  });

  test("returns the middle if there is only one value", () => {
    expect(linear([3, 3], [0, 100])(3)).toBe(50);
  });

  test("has an extent even without values", () => {
    expect([extent([]), extent([4, -1, 2])]).toEqual([
      [0, 1],
      [-1, 4],
    ]);
  });

  test.each([
    [0, 1],
    [0.3, 0.5],
    [7, 10],
    [20, 20],
    [21, 25],
    [130, 200],
    [4_001, 5_000],
  ])("ends, for %d, at %d", (value, top) => {
    expect(roundUp(value)).toBeCloseTo(top, 9);
  });

  test("finds the nearest point", () => {
    expect([nearest([0, 10, 30], 19), nearest([0, 10, 30], 21), nearest([], 5)]).toEqual([
      1, 2, -1,
    ]);
  });

  test("draws a line through points", () => {
    expect(
      pathOf([
        [0, 1],
        [2.3456, 3],
      ]),
    ).toBe("M0 1L2.35 3");
  });

  test("draws a dot for a single point", () => {
    expect([pathOf([[1, 2]]), pathOf([])]).toEqual(["M1 2h0", ""]);
  });
});

describe("the calendar", () => {
  test("knows the seven days of a week, by the person's first day", () => {
    expect(weekOf("2026-11-28", 1).filter((_, at) => at === 0 || at === 6)).toEqual([
      "2026-11-23",
      "2026-11-29",
    ]);
    expect(weekOf("2026-11-28", 7)[0]).toBe("2026-11-22");
    expect(weekOf("2026-11-29", 7)[0]).toBe("2026-11-29");
  });

  test("counts days across ends of months and clock changes", () => {
    expect(addDays("2026-02-28", 1)).toBe("2026-03-01");
    expect(addDays("2026-03-29", -1)).toBe("2026-03-28");
    expect(addDays("2024-02-28", 1)).toBe("2024-02-29");
  });

  test("knows the days of the week", () => {
    expect([weekday("2026-11-22"), weekday("2026-11-23")]).toEqual([7, 1]);
  });

  test("begins the week by regional custom", () => {
    expect(["en-US", "de", "zh-CN", "ja", "fr-CA"].map(weekStartOf)).toEqual([7, 1, 1, 7, 7]);
  });

  test("has whole weeks and omits days before and after the range", () => {
    const weeks = weeksOf("2026-11-11", "2026-11-22", 1);
    expect(weeks).toHaveLength(2);
    expect(weeks[0]?.slice(0, 3)).toEqual([undefined, undefined, "2026-11-11"]);
    expect(weeks[1]?.at(-1)).toBe("2026-11-22");
    expect(weeksOf("2026-11-11", "2026-11-22", 7).at(-1)).toEqual([
      "2026-11-22",
      ...Array.from({ length: 6 }, () => undefined),
    ]);
  });

  test("names a month where it begins, but not the remainder of one that is about to end", () => {
    const marks = monthMarks(weeksOf("2026-09-28", "2026-11-22", 1));
    expect(marks).toEqual([
      { week: 0, day: "2026-10-01" },
      { week: 4, day: "2026-11-01" },
    ]);
  });

  test("reserves its darkest step for a usual good day rather than for one marathon", () => {
    const level = levelsOf([0, 10, 10, 10, 20, 20, 20, 30, 30, 40, 400]);
    expect([0, 1, 10, 20, 30, 40, 400].map(level)).toEqual([0, 1, 1, 2, 3, 4, 4]);
  });

  test("has steps even if nothing was ever done", () => {
    expect(levelsOf([])(0)).toBe(0);
  });
});

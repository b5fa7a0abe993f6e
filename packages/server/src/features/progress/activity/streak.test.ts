import { describe, expect, it } from "vitest";
import { streakLength } from "./streak.ts";

describe("streakLength", () => {
  const today = "2026-03-02";

  it("is 0 without a day", () => {
    expect(streakLength([], today)).toBe(0);
  });

  it("counts today alone", () => {
    expect(streakLength(["2026-03-02"], today)).toBe(1);
  });

  it("counts days in a row that end yesterday", () => {
    expect(streakLength(["2026-02-28", "2026-03-01"], today)).toBe(2);
  });

  it("is 0 when yesterday is missing", () => {
    expect(streakLength(["2026-02-27", "2026-02-28"], today)).toBe(0);
  });

  it("stops at the first gap", () => {
    expect(streakLength(["2026-02-20", "2026-02-28", "2026-03-01", "2026-03-02"], today)).toBe(3);
  });

  it("crosses the end of a month, a leap day and the end of a year", () => {
    expect(streakLength(["2024-02-28", "2024-02-29", "2024-03-01"], "2024-03-01")).toBe(3);
    expect(streakLength(["2025-12-31", "2026-01-01"], "2026-01-01")).toBe(2);
  });

  it("ignores a future day, which exists after a move to the west", () => {
    expect(streakLength(["2026-03-01", "2026-03-02", "2026-03-03"], today)).toBe(2);
  });
});

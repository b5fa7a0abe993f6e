import { describe, expect, it } from "vitest";
import { failedOn, failuresOf, outcomeDays } from "./outcomes.ts";

describe("outcomeDays", () => {
  const nowMs = Date.UTC(2026, 2, 2, 13);
  const report = (
    day: string,
    outcome: "installed" | "verify_failed" | "rollback",
    count: number,
  ) => ({ day, version: "1.0.0", outcome, count }) as const;

  it("has every day, and sums up the versions", () => {
    const days = outcomeDays(
      [
        report("2026-03-01", "installed", 3),
        { ...report("2026-03-01", "installed", 2), version: "1.0.1" },
        report("2026-03-01", "rollback", 1),
        report("2026-03-02", "verify_failed", 4),
      ],
      3,
      nowMs,
    );
    expect(days).toEqual([
      { day: "2026-02-28", installed: 0, failures: [] },
      { day: "2026-03-01", installed: 5, failures: [{ outcome: "rollback", count: 1 }] },
      { day: "2026-03-02", installed: 0, failures: [{ outcome: "verify_failed", count: 4 }] },
    ]);
    expect(days.map(failedOn)).toEqual([0, 1, 4]);
  });
});

describe("failuresOf", () => {
  it("counts every outcome except the good one", () => {
    const failed = { verify_failed: 1, rollback: 2, download_failed: 3, apply_failed: 4 };
    expect(failuresOf({ installed: 9, ...failed })).toBe(10);
  });
});

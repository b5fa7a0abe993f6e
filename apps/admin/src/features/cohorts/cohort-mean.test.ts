import { describe, expect, it } from "vitest";
import { meanOfWeek } from "./cohort-mean.ts";

describe("the mean of a week", () => {
  it("weights by learners rather than cohorts, and only counts those whose week has begun", () => {
    const cohorts = [
      { size: 30, cells: [1, 0.5, 0.1] },
      { size: 10, cells: [1, 0.1] },
      { size: 50, cells: [1] },
      { size: 0, cells: [] },
    ];
    expect(meanOfWeek(cohorts, 1)).toBeCloseTo(0.4, 12);
    expect(meanOfWeek(cohorts, 2)).toBeCloseTo(0.1, 12);
    expect(meanOfWeek(cohorts, 3)).toBeUndefined();
  });
});

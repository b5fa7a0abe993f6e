import { describe, expect, it } from "vitest";
import { addLearner, learnerSet } from "./learner-set.ts";
import { cohortsOf } from "./retention-cohorts.ts";

function week(start: string, newcomers: number[], active: number[]) {
  const set = learnerSet();
  for (const learner of active) addLearner(set, learner);
  return { start, newcomers, active: set };
}

describe("cohortsOf", () => {
  it("follows the newcomers of each week to the last week", () => {
    const weeks = [
      week("2026-04-13", [1, 2, 3], [1, 2, 3]),
      week("2026-04-20", [], [1, 3]),
      week("2026-04-27", [4], [1, 4]),
    ];
    expect(cohortsOf(weeks)).toEqual([
      { cohortStart: "2026-04-13", size: 3, cells: [1, 0.6667, 0.3333] },
      { cohortStart: "2026-04-20", size: 0, cells: [] },
      { cohortStart: "2026-04-27", size: 1, cells: [1] },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { withRunningEnd } from "./running-end.ts";

describe("a line that ends in an unfinished period", () => {
  it("is dashed after the last full period, and appears once in the legend", () => {
    const points = [
      [0, 4],
      [1, 6],
      [2, 1],
    ] as const;
    expect(withRunningEnd({ name: "Answers", tone: "soft", points })).toEqual([
      {
        name: "Answers",
        tone: "soft",
        points: [
          [0, 4],
          [1, 6],
        ],
      },
      {
        tone: "soft",
        points: [
          [1, 6],
          [2, 1],
        ],
        future: true,
      },
    ]);
  });

  it("is a dot while no period is complete", () => {
    const line = { name: "Answers", points: [[0, 3]] as const };
    expect(withRunningEnd(line)).toEqual([line]);
  });
});

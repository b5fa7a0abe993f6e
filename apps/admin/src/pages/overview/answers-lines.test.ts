import { describe, expect, it } from "vitest";
import { answersLines } from "./answers-lines.ts";

describe("the lines of the answers by hour", () => {
  it("set the hour that still runs apart from the full ones", () => {
    const [full, running, then, ...others] = answersLines(
      { today: [4, 2, 1], sameDayLastWeek: [3, 3, 3, 3] },
      "Today",
      "A week ago",
    );
    expect(full).toMatchObject({
      name: "Today",
      points: [
        [0, 4],
        [1, 2],
      ],
    });
    expect(running).toEqual({
      points: [
        [1, 2],
        [2, 1],
      ],
      future: true,
    });
    expect(then).toMatchObject({
      name: "A week ago",
      points: [
        [0, 3],
        [1, 3],
        [2, 3],
        [3, 3],
      ],
    });
    expect(others).toEqual([]);
  });
});

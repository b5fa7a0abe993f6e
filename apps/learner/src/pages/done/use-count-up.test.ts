import { describe, expect, it } from "vitest";
import { countedAt } from "./use-count-up.ts";

describe("the number on the last screen", () => {
  it("grows from nothing to all, quickly at first", () => {
    const shown = Array.from({ length: 15 }, (_, at) => countedAt(at * 50, 20));
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect([shown[0], shown[4], shown[14]]).toEqual([0, 13, 20]);
  });

  it("is all of it after a frame that came late", () => {
    expect(countedAt(5_000, 7)).toBe(7);
    expect(countedAt(5_000, 0)).toBe(0);
  });
});

import { describe, expect, it } from "vitest";
import { momentsOf } from "./kill-moments.ts";

const seen = ["a", "b", "b", ...Array<string>(100).fill("c")];

describe("momentsOf", () => {
  it("takes each kind in turn, in the order of an update", () => {
    const kinds = momentsOf(seen, 7).map(({ kind }) => kind);
    expect(kinds).toEqual(["a", "b", "c", "a", "b", "c", "a"]);
  });

  it("chooses existing changes, and different ones each time in a long kind", () => {
    const counts = { a: 1, b: 2, c: 100 } as Record<string, number>;
    const moments = momentsOf(seen, 60);
    expect(moments.every(({ kind, nth }) => nth >= 0 && nth < (counts[kind] ?? 0))).toBe(true);
    const inLong = moments.filter(({ kind }) => kind === "c").map(({ nth }) => nth);
    expect(new Set(inLong).size).toBe(20);
  });

  it("kills before and after a change, one process and all, in each kind", () => {
    for (const kind of ["a", "b", "c"]) {
      const ways = momentsOf(seen, 24).filter((moment) => moment.kind === kind);
      expect(new Set(ways.map(({ when, who }) => `${when} ${who}`)).size).toBe(4);
    }
  });
});

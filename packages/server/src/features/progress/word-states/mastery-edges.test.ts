import type { WordStateName } from "@wordloom/contract";
import { describe, expect, it } from "vitest";
import { firstMastery, parseEdges, withEdge } from "./mastery-edges.ts";

/** The edges of a word that went through these states, one per millisecond. */
function edgesOf(...states: readonly WordStateName[]): readonly number[] {
  let [from, edges]: [WordStateName, string | null] = ["new", null];
  for (const [index, to] of states.entries()) {
    edges = withEdge(edges, { from, to, atMs: index + 1 });
    from = to;
  }
  return parseEdges(edges);
}

describe("withEdge", () => {
  it("records each time a word becomes mastered", () => {
    expect(edgesOf("learning", "mastered", "mastered", "reviewing", "mastered")).toEqual([2, 5]);
  });

  it("records only the first time it is forgotten after that", () => {
    expect(edgesOf("learning", "forgotten")).toEqual([]);
    expect(edgesOf("mastered", "forgotten", "learning", "forgotten")).toEqual([1, -2]);
    expect(edgesOf("mastered", "learning", "forgotten", "mastered")).toEqual([1, -3, 4]);
  });

  it("keeps the latest edges", () => {
    const states = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? "mastered" : "forgotten"));
    const edges = edgesOf(...(states as WordStateName[]));
    expect(edges).toHaveLength(32);
    expect(edges.at(-1)).toBe(-50);
  });

  it("changes nothing without a change of state", () => {
    expect(withEdge(null, { from: "learning", to: "reviewing", atMs: 1 })).toBeNull();
    expect(withEdge("[1]", { from: "mastered", to: "mastered", atMs: 2 })).toBe("[1]");
  });
});

describe("firstMastery", () => {
  it("is the first mastery since the given time, with the loss that ended it", () => {
    expect(firstMastery([1, 5, -7, 9], 2)).toEqual({ masteredMs: 5, lostMs: 7 });
    expect(firstMastery([1, 5, -7, 9], 0)).toEqual({ masteredMs: 1, lostMs: 7 });
    expect(firstMastery([1, 5, -7, 9], 9)).toEqual({ masteredMs: 9, lostMs: Infinity });
    expect(firstMastery([1, -3], 2)).toBeUndefined();
    expect(firstMastery([], 0)).toBeUndefined();
  });
});

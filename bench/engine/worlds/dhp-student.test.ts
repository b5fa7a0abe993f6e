import { describe, expect, it } from "vitest";
import { type DhpStudent, dhpRecall, drawStudent, firstMemory, nextMemory } from "./dhp-student.ts";

// The formulas, with exponents that allow checks by hand.
const plain: DhpStudent = {
  a0: 0.55,
  b0: 0.05,
  m0: 0.025,
  k: [Math.log(2), 0, 0, 1, Math.log(3), 0, 0.5, 0],
};

describe("a drawn student", () => {
  it("has a first half-life by difficulty", () => {
    // 0.55 − 0.05 · 1 = 1/2: half is left after a day.
    expect(firstMemory(plain, 1).halfLife).toBeCloseTo(1, 12);
    expect(firstMemory(plain, 6).halfLife).toBeCloseTo(0.5, 12);
    expect(firstMemory(plain, 11).halfLife).toBeCloseTo(-1 / Math.log2(0.025), 12);
  });

  it("forgets by half in a half-life", () => {
    expect(dhpRecall({ halfLife: 4, difficulty: 1 }, 8)).toBe(0.25);
  });

  it("gains more from words that were nearly forgotten", () => {
    // 4 (1 + 2 · (1 − 1/2))
    const after = nextMemory(plain, { halfLife: 4, difficulty: 7 }, 4, true);
    expect(after.halfLife).toBeCloseTo(8, 12);
    expect(after.difficulty).toBe(7);
  });

  it("falls to a new half-life, and finds the word harder, up to 18", () => {
    const after = nextMemory(plain, { halfLife: 4, difficulty: 7 }, 4, false);
    expect(after.halfLife).toBeCloseTo(6, 12);
    expect(after.difficulty).toBe(9);
    expect(nextMemory(plain, { halfLife: 4, difficulty: 17 }, 4, false).difficulty).toBe(18);
  });

  it("is the same for the same seed, within the ranges", () => {
    expect(drawStudent(5)).toEqual(drawStudent(5));
    const { a0, b0, k } = drawStudent(5);
    expect(a0 >= 0.85 && a0 <= 0.97 && b0 >= 0.03 && b0 <= 0.07).toBe(true);
    expect(k).toHaveLength(8);
  });
});

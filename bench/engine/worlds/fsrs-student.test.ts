import { describe, expect, it } from "vitest";
import { drawFsrsStudent, studentOf } from "./fsrs-student.ts";
import { FSRS_DEFAULT } from "../predictors/fsrs-rival.ts";

// A simulated student is reproducible and has the memory of FSRS-6.
describe("a student with an FSRS-6 memory", () => {
  it("is the same for the same seed, with ascending first stabilities", () => {
    const { weights } = drawFsrsStudent(7);
    expect(drawFsrsStudent(7).weights).toEqual(weights);
    expect(drawFsrsStudent(8).weights).not.toEqual(weights);
    const firsts = weights.slice(0, 4);
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b));
  });

  it("recalls with 0.9 after a pause of one stability", () => {
    const student = studentOf(FSRS_DEFAULT);
    const state = student.first(3);
    expect(state.stability).toBeCloseTo(FSRS_DEFAULT[2] as number, 3);
    expect(student.recall(state, state.stability)).toBeCloseTo(0.9, 12);
  });

  it("remembers longer after a success and shorter after a lapse", () => {
    const student = studentOf(FSRS_DEFAULT);
    const state = student.first(3);
    expect(student.next(state, 3, 3).stability).toBeGreaterThan(state.stability);
    expect(student.next(state, 3, 1).stability).toBeLessThan(state.stability);
  });
});

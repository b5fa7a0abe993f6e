import { describe, expect, it } from "vitest";
import { sizesFor } from "./session-sizes.ts";

describe("the sizes of a session", () => {
  it("leave out the one that is the plan", () => {
    expect(sizesFor(56, { words: null, once: false }).sizes).toEqual([10, 20, 30, null]);
    expect(sizesFor(20, { words: null, once: false }).sizes).toEqual([10, 30, null]);
  });

  it("are only smaller ones where the service cannot add words", () => {
    const sizesOf = (planned: number) =>
      sizesFor(planned, { words: null, once: false }, { canGrow: false }).sizes;
    expect(sizesOf(25)).toEqual([10, 20, null]);
    expect(sizesOf(8)).toEqual([null]);
  });

  it("show the size of a session that is open already", () => {
    const chosenOf = (opened: number) =>
      sizesFor(25, { words: null, once: false }, { opened }).chosen;
    expect([10, 25, 24].map(chosenOf)).toEqual([10, null, undefined]);
  });

  it("keep a smaller one as a habit, and a larger one for once", () => {
    expect(sizesFor(56, { words: 10, once: false }).chosen).toBe(10);
    expect(sizesFor(8, { words: 10, once: false }).chosen).toBeNull();
    expect(sizesFor(8, { words: 30, once: true }).chosen).toBe(30);
    expect(sizesFor(30, { words: 30, once: true }).chosen).toBeNull();
  });
});

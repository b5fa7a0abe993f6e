import { describe, expect, it } from "vitest";
import { sizesFor } from "./session-sizes.ts";

describe("the sizes of a session", () => {
  it("leave out the one that is the plan", () => {
    expect(sizesFor(56, { words: null, once: false }).sizes).toEqual([10, 20, 30, null]);
    expect(sizesFor(20, { words: null, once: false }).sizes).toEqual([10, 30, null]);
  });

  it("keep a smaller one as a habit, and a larger one for once", () => {
    expect(sizesFor(56, { words: 10, once: false }).chosen).toBe(10);
    expect(sizesFor(8, { words: 10, once: false }).chosen).toBeNull();
    expect(sizesFor(8, { words: 30, once: true }).chosen).toBe(30);
    expect(sizesFor(30, { words: 30, once: true }).chosen).toBeNull();
  });
});

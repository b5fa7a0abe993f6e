import { describe, expect, it } from "vitest";
import { remember } from "./remember.ts";

function setUp(answers: (() => Promise<number>)[]) {
  let nowMs = 0;
  const ask = remember({ nowMs: () => nowMs, monotonicMs: () => nowMs }, 100, () => {
    const next = answers.shift();
    if (next === undefined) throw new Error("asked too often");
    return next();
  });
  return { ask, advance: (ms: number) => (nowMs += ms) };
}

describe("remember", () => {
  it("asks once while the answer is fresh, and again afterwards", async () => {
    const { ask, advance } = setUp([async () => 1, async () => 2]);
    expect(await Promise.all([ask(), ask()])).toEqual([1, 1]);
    advance(99);
    expect(await ask()).toBe(1);
    advance(1);
    expect(await ask()).toBe(2);
  });

  it("does not remember a failure", async () => {
    const { ask } = setUp([() => Promise.reject(new Error("no")), async () => 2]);
    await expect(ask()).rejects.toThrow("no");
    expect(await ask()).toBe(2);
  });
});

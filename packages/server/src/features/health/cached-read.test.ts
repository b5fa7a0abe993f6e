import { describe, expect, it } from "vitest";
import { cachedRead } from "./cached-read.ts";

function setUp(answers: (() => Promise<number>)[]) {
  let nowMs = 0;
  const read = cachedRead({ nowMs: () => nowMs, monotonicMs: () => nowMs }, 100, () => {
    const next = answers.shift();
    if (next === undefined) throw new Error("read too often");
    return next();
  });
  return { read, advance: (ms: number) => (nowMs += ms) };
}

describe("cachedRead", () => {
  it("reads once while the result is fresh, and again afterwards", async () => {
    const { read, advance } = setUp([async () => 1, async () => 2]);
    expect(await Promise.all([read(), read()])).toEqual([1, 1]);
    advance(99);
    expect(await read()).toBe(1);
    advance(1);
    expect(await read()).toBe(2);
  });

  it("does not cache a failure", async () => {
    const { read } = setUp([() => Promise.reject(new Error("no")), async () => 2]);
    await expect(read()).rejects.toThrow("no");
    expect(await read()).toBe(2);
  });
});

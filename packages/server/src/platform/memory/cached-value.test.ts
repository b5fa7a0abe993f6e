import { describe, expect, it } from "vitest";
import { createTestClock } from "@wordloom/testing/service/test-clock";
import { createCachedValue } from "./cached-value.ts";

/** A value whose loads wait for `answer`. */
function setUp() {
  const clock = createTestClock();
  const waiting: { resolve(value: number): void; reject(error: Error): void }[] = [];
  const load = () =>
    new Promise<number>((resolve, reject) => void waiting.push({ resolve, reject }));
  const value = createCachedValue(clock, 1_000, load);
  return { clock, value, waiting };
}

describe("createCachedValue", () => {
  it("loads once for concurrent callers, and not again while it is valid", async () => {
    const { clock, value, waiting } = setUp();
    expect(value.atHand()).toBeUndefined();
    const asked = [value.read(), value.read()];
    waiting[0]?.resolve(7);
    expect(await Promise.all(asked)).toEqual([7, 7]);
    clock.advance(999);
    expect(value.atHand()).toBe(7);
    expect(await value.read()).toBe(7);
    expect(waiting).toHaveLength(1);
    clock.advance(1);
    expect(value.atHand()).toBeUndefined();
  });

  it("does not cache a value that was forgotten while it was being loaded", async () => {
    const { value, waiting } = setUp();
    const before = value.read();
    value.forget();
    const after = value.read();
    waiting[0]?.resolve(1);
    waiting[1]?.resolve(2);
    expect([await before, await after]).toEqual([1, 2]);
    expect(value.atHand()).toBe(2);
  });

  it("tries again after a failed load", async () => {
    const { value, waiting } = setUp();
    const failing = value.read();
    waiting[0]?.reject(new Error("no database"));
    await expect(failing).rejects.toThrow("no database");
    const next = value.read();
    waiting[1]?.resolve(3);
    expect(await next).toBe(3);
  });
});

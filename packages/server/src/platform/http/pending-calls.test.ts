import { describe, expect, it } from "vitest";
import { createPendingCalls } from "./pending-calls.ts";

describe("createPendingCalls", () => {
  const woken = async (waits: readonly (Promise<void> | undefined)[]) => {
    const done: number[] = [];
    waits.forEach((wait, at) => void wait?.then(() => done.push(at)));
    await new Promise(setImmediate);
    return done;
  };

  it("ends one wait for each call that ends, and all waits with the last call", async () => {
    const calls = createPendingCalls();
    const [first, second] = [calls.begin("k"), calls.begin("k")];
    const waits = [calls.next("k"), calls.next("k"), calls.next("k")];
    first();
    expect(await woken(waits)).toEqual([0]);
    second();
    expect(await woken(waits)).toEqual([0, 1, 2]);
    expect([calls.has("k"), calls.next("k")]).toEqual([false, undefined]);
  });

  it("keeps keys apart", () => {
    const calls = createPendingCalls();
    calls.begin("k");
    expect([calls.has("k"), calls.has("other"), calls.next("other")]).toEqual([
      true,
      false,
      undefined,
    ]);
  });

  it("lets at most two hundred calls wait for a key", () => {
    const calls = createPendingCalls();
    calls.begin("k");
    const waits = Array.from({ length: 201 }, () => calls.next("k"));
    expect(waits.filter((wait) => wait !== undefined)).toHaveLength(200);
    expect(waits[200]).toBeUndefined();
  });
});

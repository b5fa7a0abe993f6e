import { describe, expect, it } from "vitest";
import { createLostRenewal } from "./lost-renewal.ts";

/** A clock whose timers fire when the test says so. */
function handClock() {
  const timers: { readonly act: () => void; readonly atMs: number }[] = [];
  const clock = {
    ms: 1_000,
    nowMs: () => clock.ms,
    later: (act: () => void, waitMs: number) => void timers.push({ act, atMs: clock.ms + waitMs }),
    /** Fires the next timer, at its time or so much earlier. */
    fire(earlyMs = 0) {
      const next = timers.shift();
      if (next === undefined) return false;
      clock.ms = next.atMs - earlyMs;
      next.act();
      return true;
    },
  };
  return clock;
}

function lost() {
  const clock = handClock();
  const asked: number[] = [];
  const renewal = createLostRenewal(() => void asked.push(clock.ms), clock);
  return { clock, asked, renewal };
}

describe("a renewal whose reply was lost", () => {
  it("is repeated once its time has come", () => {
    const { clock, asked, renewal } = lost();
    renewal.waitFor(30_000);
    expect([renewal.untilMs.get(), renewal.isTooEarly()]).toEqual([31_000, true]);
    clock.fire();
    expect([asked, renewal.isTooEarly()]).toEqual([[31_000], false]);
    expect(clock.fire()).toBe(false);
  });

  it("is repeated also if the timer fires early", () => {
    const { clock, asked, renewal } = lost();
    renewal.waitFor(30_000);
    clock.fire(0.4);
    expect(asked).toEqual([]);
    clock.fire();
    expect(asked).toHaveLength(1);
    expect(asked[0]).toBeGreaterThanOrEqual(31_000);
  });

  it("is repeated once if it is lost again meanwhile", () => {
    const { clock, asked, renewal } = lost();
    renewal.waitFor(1_000);
    clock.ms += 500;
    renewal.waitFor(1_000);
    clock.fire();
    expect(asked).toEqual([]);
    clock.fire();
    expect(asked).toEqual([2_500]);
  });

  it("is not repeated once there is a token", () => {
    const { clock, asked, renewal } = lost();
    renewal.waitFor(30_000);
    renewal.end();
    expect([renewal.untilMs.get(), renewal.isTooEarly()]).toEqual([0, false]);
    clock.fire();
    expect(asked).toEqual([]);
  });

  it("does not depend on the wall clock", () => {
    const renewal = createLostRenewal(() => {});
    const before = performance.now();
    renewal.waitFor(1);
    expect(renewal.untilMs.get()).toBeLessThanOrEqual(performance.now() + 1);
    expect(renewal.untilMs.get()).toBeGreaterThanOrEqual(before + 1);
    renewal.end();
  });
});

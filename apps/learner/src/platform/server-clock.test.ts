import { describe, expect, it } from "vitest";
import { createServerClock } from "./server-clock.ts";

const DAY_MS = 86_400_000;
/** A device whose clock is wrong by `offMs`. */
function device(offMs: number, keptOffsetMs?: number) {
  let trueMs = Date.UTC(2026, 10, 22, 12);
  let off = offMs;
  const offsets: number[] = [];
  const deviceMs = () => trueMs + off;
  const clock = createServerClock({
    deviceMs,
    onOffset: (ms) => offsets.push(ms),
    ...(keptOffsetMs !== undefined && { keptOffsetMs }),
  });
  return {
    clock,
    offsets,
    trueMs: () => trueMs,
    passes: (ms: number) => (trueMs += ms),
    sets: (ms: number) => (off = ms),
    /** A reply with these durations of the way there and back, in milliseconds. */
    hears(thereMs: number, backMs: number, write = (ms: number) => String(ms)) {
      const sentMs = deviceMs();
      trueMs += thereMs;
      const text = write(trueMs);
      trueMs += backMs;
      clock.heard(text, sentMs, deviceMs());
    },
  };
}

describe("the service's time", () => {
  it.each([DAY_MS, -DAY_MS, 40_000, 0])("is known on a device that is %d ms off", (offMs) => {
    const it = device(offMs);
    it.hears(40, 60);
    expect(Math.abs(it.clock.nowMs() - it.trueMs())).toBeLessThanOrEqual(50);
  });

  it("is read from the Date header to half a second", () => {
    const it = device(DAY_MS);
    it.hears(5, 5, (ms) => new Date(ms).toUTCString());
    expect(Math.abs(it.clock.nowMs() - it.trueMs())).toBeLessThanOrEqual(510);
  });

  it("does not get worse by a slow reply", () => {
    const it = device(DAY_MS);
    it.hears(10, 10);
    const before = it.clock.offsetMs();
    it.hears(9_000, 10);
    expect(it.clock.offsetMs()).toBe(before);
  });

  it("follows when somebody sets the device's clock", () => {
    const it = device(DAY_MS);
    it.hears(10, 10);
    it.sets(0);
    it.hears(200, 100);
    expect(Math.abs(it.clock.nowMs() - it.trueMs())).toBeLessThanOrEqual(150);
    expect(it.offsets).toHaveLength(2);
  });

  it("forgets a good sample over hours, because clocks drift", () => {
    const it = device(0);
    it.hears(1, 1);
    it.passes(DAY_MS);
    it.sets(3_000);
    it.hears(30, 30);
    expect(Math.abs(it.clock.nowMs() - it.trueMs())).toBeLessThanOrEqual(30);
  });

  it("is that of the last visit until the first reply", () => {
    const it = device(DAY_MS, -DAY_MS);
    expect(it.clock.nowMs()).toBe(it.trueMs());
    it.clock.heard("no time", 0, 1);
    it.clock.heard(null, 0, 1);
    expect(it.clock.nowMs()).toBe(it.trueMs());
    expect(it.offsets).toEqual([]);
  });
});

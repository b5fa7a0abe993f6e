import { describe, expect, it } from "vitest";
import { isAlarming, missesAfter } from "./silence.ts";

describe("a heartbeat", () => {
  it.each([
    ["is not missed after ten seconds", 10_000, 0],
    ["is missed after more than ten seconds", 10_001, 4],
    ["is no longer counted after one sign of life", 0, 0],
  ])("%s", (_name, silentMs, misses) => {
    expect(missesAfter(3, 100_000, 100_000 + silentMs)).toBe(misses);
  });
});

describe("an alarm", () => {
  it("is sent at the fifth miss in a row, and every ten checks after that", () => {
    const misses = Array.from({ length: 40 }, (_, n) => n);
    expect(misses.filter(isAlarming)).toEqual([5, 15, 25, 35]);
  });
});

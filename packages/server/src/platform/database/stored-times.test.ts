import { describe, expect, it } from "vitest";
import { isToCome, latestStoredMs } from "./stored-times.ts";
import { HOUR_MS, MINUTE_MS } from "../time/durations.ts";

describe("latestStoredMs", () => {
  it("is what the rule stores, plus what clocks may differ by", () => {
    expect(latestStoredMs(1_000)).toBe(1_000 + MINUTE_MS);
    expect(latestStoredMs(1_000, HOUR_MS)).toBe(1_000 + HOUR_MS + MINUTE_MS);
  });
});

describe("isToCome", () => {
  const nowMs = 1_000;
  it.each([
    ["a time before now", nowMs - 1, false],
    ["now", nowMs, false],
    ["a time that the rule stores", nowMs + HOUR_MS, true],
    ["a time that a clock slightly ahead stores", nowMs + HOUR_MS + MINUTE_MS, true],
    ["a time further ahead than the rule stores", nowMs + HOUR_MS + MINUTE_MS + 1, false],
  ])("for %s", (_, atMs, expected) => {
    expect(isToCome(atMs, nowMs, HOUR_MS)).toBe(expected);
  });
});

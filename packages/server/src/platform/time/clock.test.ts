import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTimestamp } from "./clock.ts";

const LAST_MS = 8.64e15;

describe("a timestamp", () => {
  it("equals what a Date writes, for every possible time", () => {
    fc.assert(
      fc.property(fc.integer({ min: -LAST_MS, max: LAST_MS }), (ms) => {
        expect(toTimestamp(ms)).toBe(new Date(ms).toISOString());
      }),
    );
  });

  it("drops fractions of a millisecond, even before 1970", () => {
    for (const ms of [0, -0.5, 1.9, -1.9, -86_400_000.5]) {
      expect(toTimestamp(ms)).toBe(new Date(ms).toISOString());
    }
  });

  it("covers the first and the last possible time", () => {
    for (const ms of [-LAST_MS, LAST_MS]) {
      expect(toTimestamp(ms)).toBe(new Date(ms).toISOString());
    }
  });

  it("refuses an impossible time", () => {
    for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, LAST_MS + 86_400_000]) {
      expect(() => toTimestamp(ms)).toThrow(RangeError);
    }
  });
});
